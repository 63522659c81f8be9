/** What other resources may use of this one. */
export { PresetDefaultButton } from './PresetDefaultButton.tsx';
export { PresetDeleteButton } from './PresetDeleteButton.tsx';
export { PresetPromptInputs } from './PresetInputs.tsx';
export { PresetNameField } from './PresetNameField.tsx';
export { PresetParamsInput } from './PresetParamsInput.tsx';
