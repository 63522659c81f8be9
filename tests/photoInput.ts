import type { TemplateInput } from '#contract/templateInput.ts';

/** The least that an engine needs: the photo, and where it goes. */
export const photoInput: TemplateInput = {
  key: 'photo',
  label: '照片',
  type: 'image',
  required: true,
  nodeId: '12',
  fieldName: 'image',
};
