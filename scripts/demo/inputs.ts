import type { TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';

const photo: TemplateInput = {
  key: 'photo',
  label: '照片',
  type: 'image',
  required: true,
  nodeId: '12',
  fieldName: 'image',
};

const intensity: TemplateInput = {
  key: 'intensity',
  label: '风格强度',
  type: 'slider',
  required: false,
  nodeId: '27',
  fieldName: 'denoise',
  default: 0.6,
  min: 0,
  max: 1,
  step: 0.05,
};

const tone: TemplateInput = {
  key: 'tone',
  label: '色调',
  type: 'select',
  required: false,
  nodeId: '31',
  fieldName: 'text',
  default: 'natural',
  options: [
    { label: '自然', value: 'natural' },
    { label: '暖色', value: 'warm' },
    { label: '冷色', value: 'cool' },
  ],
};

const caption: TemplateInput = {
  key: 'caption',
  label: '画面文字',
  type: 'text',
  required: false,
  nodeId: '44',
  fieldName: 'text',
  default: null,
  maxLength: 12,
};

/** Every template asks for a photo; most ask for a little more. */
export const demoInputs = (at: number): TemplateInput[] => [
  photo,
  ...(at % 4 === 3 ? [] : [intensity, tone]),
  ...(at % 5 === 0 ? [caption] : []),
];

const node = (nodeId: string, title: string, classType: string, ...fields: string[]) => ({
  nodeId,
  title,
  classType,
  fields,
});

/** The workflow that these inputs are mapped to. */
export const demoWorkflowNodes: WorkflowNode[] = [
  node('4', '人像大模型', 'CheckpointLoaderSimple', 'ckpt_name'),
  node('12', '上传照片', 'LoadImage', 'image', 'upload'),
  node('13', 'VAE编码', 'VAEEncode'),
  node('27', 'K采样器', 'KSampler', 'seed', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'),
  node('28', 'VAE解码', 'VAEDecode'),
  node('31', '色调', 'CLIPTextEncode', 'text'),
  node('32', '反向提示词', 'CLIPTextEncode', 'text'),
  node('44', '画面文字', 'TextOverlay', 'text', 'font_size', 'align'),
  node('50', '保存图像', 'SaveImage', 'filename_prefix'),
];
