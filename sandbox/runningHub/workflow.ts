import { pick } from './hash.ts';
import type { NodeInfo } from './nodes.ts';

type Link = [nodeId: string, output: number];

interface WorkflowNode {
  class_type: string;
  inputs: Record<string, string | number | boolean | Link>;
  _meta: { title: string };
}

export type Workflow = Record<string, WorkflowNode>;

const node = (title: string, class_type: string, inputs: WorkflowNode['inputs']): WorkflowNode => ({
  inputs,
  class_type,
  _meta: { title },
});

const styles = ['油画', '水彩', '赛博朋克', '证件照', '老照片修复', '动漫'];
const samplers = ['euler', 'dpmpp_2m', 'uni_pc'];
const sizes = [512, 768, 1_024];

/**
 * A workflow in the format that the service runs, always the same for an id: two of three change a photo, the others
 * draw from text.
 */
export const workflowOf = (id: string, values: NodeInfo[] = []): Workflow => {
  const one = <T>(list: readonly T[], what: string) =>
    list[pick(`${id} ${what}`, list.length)] as T;
  const size = one(sizes, 'size');
  const isPhoto = pick(`${id} kind`, 3) > 0;
  const begin: Workflow = isPhoto
    ? {
        '5': node('上传图片', 'LoadImage', { image: 'example.png', upload: 'image' }),
        '10': node('图片编码', 'VAEEncode', { pixels: ['5', 0], vae: ['4', 2] }),
      }
    : { '5': node('画布尺寸', 'EmptyLatentImage', { width: size, height: size, batch_size: 1 }) };
  const workflow: Workflow = {
    '3': node('采样器', 'KSampler', {
      seed: pick(`${id} seed`, 2 ** 31),
      steps: 20 + pick(`${id} steps`, 11),
      cfg: 5 + pick(`${id} cfg`, 8) / 2,
      sampler_name: one(samplers, 'sampler'),
      scheduler: 'normal',
      denoise: isPhoto ? 0.6 : 1,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: [isPhoto ? '10' : '5', 0],
    }),
    '4': node('加载模型', 'CheckpointLoaderSimple', {
      ckpt_name: `sandbox_${pick(`${id} model`, 9) + 1}.safetensors`,
    }),
    ...begin,
    '6': node('正向提示词', 'CLIPTextEncode', {
      text: `${one(styles, 'style')}，高清细节`,
      clip: ['4', 1],
    }),
    '7': node('反向提示词', 'CLIPTextEncode', { text: '模糊，低质量', clip: ['4', 1] }),
    '8': node('图片解码', 'VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
    '9': node('保存图片', 'SaveImage', { filename_prefix: 'result', images: ['8', 0] }),
  };
  for (const { nodeId, fieldName, fieldValue } of values) {
    const target = workflow[nodeId];
    if (target) target.inputs[fieldName] = fieldValue;
  }
  return workflow;
};
