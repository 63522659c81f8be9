/** What other resources may use of this one. */
export { PresetDefaultButton } from './PresetDefaultButton.tsx';
export { PresetDeleteButton } from './PresetButtons.tsx';
export { PresetPromptInputs } from './PresetForm.tsx';
export { PresetNameField } from './PresetNameField.tsx';
export { PresetParamsInput } from './PresetParamsInput.tsx';
export { PresetTrialButton } from './PresetTrialButton.tsx';
