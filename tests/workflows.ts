/** Exports in the API format, as the image service's editor writes them. */
type Link = [nodeId: string, slot: number];
type Value = string | number | boolean | null | Link | object;

const node = (class_type: string, title: string | null, inputs: Record<string, Value>) => ({
  inputs,
  class_type,
  ...(title !== null && { _meta: { title } }),
});

/** A portrait redrawn in another style, its pose kept by a ControlNet between prompts and sampler. */
export const portrait = {
  '3': node('KSampler', 'K采样器', {
    seed: 156680208700286,
    steps: 25,
    cfg: 6.5,
    sampler_name: 'dpmpp_2m',
    scheduler: 'karras',
    denoise: 0.6,
    model: ['10', 0],
    positive: ['20', 0],
    negative: ['20', 1],
    latent_image: ['13', 0],
  }),
  '4': node('CheckpointLoaderSimple', 'Checkpoint加载器（简易）', {
    ckpt_name: '写实人像.safetensors',
  }),
  '6': node('CLIPTextEncode', 'CLIP文本编码器', {
    text: '古风人像，飘带，柔光',
    clip: ['10', 1],
  }),
  '7': node('CLIPTextEncode', 'CLIP文本编码器', { text: '低清，多余的手指', clip: ['10', 1] }),
  '9': node('SaveImage', '保存图像', { filename_prefix: 'result', images: ['14', 0] }),
  '10': node('LoraLoader', '风格', {
    lora_name: '国风.safetensors',
    strength_model: 0.8,
    strength_clip: 1,
    model: ['4', 0],
    clip: ['4', 1],
  }),
  '12': node('LoadImage', '上传人像', { image: 'example.png', upload: 'image' }),
  '13': node('VAEEncode', 'VAE编码', { pixels: ['12', 0], vae: ['4', 2] }),
  '14': node('VAEDecode', 'VAE解码', { samples: ['3', 0], vae: ['4', 2] }),
  '20': node('ControlNetApplyAdvanced', '姿势', {
    strength: 0.7,
    start_percent: 0,
    end_percent: 1,
    positive: ['6', 0],
    negative: ['7', 0],
    control_net: ['21', 0],
    image: ['12', 0],
  }),
  '21': node('ControlNetLoader', null, { control_net_name: 'openpose.pth' }),
};

/** A picture from words: a guider without a negative side, the words in a node of their own, the seed in another. */
export const poster = {
  '5': node('EmptyLatentImage', '空Latent图像', { width: 832, height: 5000, batch_size: 1 }),
  '11': node('DualCLIPLoader', '双CLIP加载器', {
    clip_name1: 't5xxl_fp16.safetensors',
    clip_name2: 'clip_l.safetensors',
    type: 'flux',
  }),
  '13': node('SamplerCustomAdvanced', '自定义采样器（高级）', {
    noise: ['25', 0],
    guider: ['22', 0],
    sampler: ['16', 0],
    sigmas: ['17', 0],
    latent_image: ['5', 0],
  }),
  '16': node('KSamplerSelect', 'K采样器选择', { sampler_name: 'euler' }),
  '17': node('BasicScheduler', '基本调度器', {
    scheduler: 'simple',
    steps: 20,
    denoise: 1,
    model: ['12', 0],
  }),
  '22': node('BasicGuider', '基本引导器', { model: ['12', 0], conditioning: ['26', 0] }),
  '25': node('RandomNoise', '随机噪波', {
    noise_seed: 42,
    control_after_generate: 'randomize',
  }),
  '26': node('FluxGuidance', 'Flux引导', { guidance: 3.5, conditioning: ['27', 0] }),
  '27': node('CLIPTextEncode', '提示词', { text: ['30', 0], clip: ['11', 0] }),
  '30': node('PrimitiveStringMultiline', '海报内容', { value: '一张中秋海报，满月，桂花' }),
  '31': node('CLIPTextEncode', '落款文字', { text: '', clip: ['11', 0] }),
  '40': node('PreviewImage', '预览图像', { images: ['13', 0] }),
};

/** Two pictures into one; what goes in is shown by titles alone. */
export const outfit = {
  '1': node('LoadImage', '加载图像', { image: 'model.jpg', upload: 'image' }),
  '2': node('LoadImage', '服装图', { image: 'dress.webp', upload: 'image' }),
  '5': node('LayerUtility: ImageScaleByAspectRatio V2', '按宽高比缩放', {
    aspect_ratio: 'original',
    scale_to_length: 1024,
    keep: true,
    background_color: '#000000',
    image: ['1', 0],
  }),
  '8': node('CR Text', '正面描述', { text: '全身照，室内' }),
  '9': node('CR Text', '负面描述', { text: '模糊' }),
  '15': node('OutfitTransfer', '换装', {
    seed: 7,
    options: { __value__: [false, true] },
    mask: null,
    person: ['5', 0],
    garment: ['2', 0],
  }),
  '16:3': node('SaveImage', '保存图像', { filename_prefix: '换装', images: ['15', 0] }),
};

/** What "save" writes instead of "export (API)". */
export const editorExport = {
  last_node_id: 9,
  last_link_id: 9,
  nodes: [{ id: 3, type: 'KSampler', pos: [863, 186], widgets_values: [42, 'randomize', 20] }],
  links: [[1, 4, 0, 3, 0, 'MODEL']],
  groups: [],
  version: 0.4,
};
