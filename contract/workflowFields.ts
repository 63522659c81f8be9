import { cutText } from './cut.ts';
import type { InputType, TemplateInput } from './templateInput.ts';
import { type FieldValue, type ReadNode } from './workflow.ts';
import { z } from './zod.ts';

export const fieldKinds = {
  image: { label: '图片' },
  text: { label: '文字' },
  number: { label: '数字' },
  seed: { label: '种子' },
  choice: { label: '选项' },
  switch: { label: '开关' },
} as const satisfies Record<string, { label: string }>;
export type FieldKind = keyof typeof fieldKinds;

/** What visitors are usually asked for, in this order. */
const fieldRoles = ['image', 'positive', 'text', 'negative', 'seed', 'strength'] as const;
type FieldRole = (typeof fieldRoles)[number];

/** A field of a node that a visitor could fill in. */
export const workflowField = z.object({
  nodeId: z.string(),
  title: z.string(),
  classType: z.string(),
  fieldName: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  kind: z.enum(Object.keys(fieldKinds) as [FieldKind, ...FieldKind[]]),
  /** Null for what is rarely asked for. */
  role: z.enum(fieldRoles).nullable(),
});
export type WorkflowField = z.output<typeof workflowField>;

/** Parts of the editor that are exported with the values. */
const controls = ['upload', 'choose file to upload', 'control_after_generate'];

/** All fields with a value, the likely ones first, then by node. */
export const fieldsOf = (nodes: readonly ReadNode[]): WorkflowField[] => {
  const prompts = promptsOf(nodes);
  const fields = nodes.flatMap(node =>
    [...node.values]
      .filter(([fieldName]) => !controls.includes(fieldName))
      .map(([fieldName, value]): WorkflowField => {
        const { nodeId, title, classType } = node;
        const kind = kindOf(node, fieldName, value);
        const role = roleOf(node, fieldName, value, kind, prompts);
        return { nodeId, title, classType, fieldName, value, kind, role };
      }),
  );
  return fields.sort((one, other) => rankOf(one) - rankOf(other));
};

const rankOf = ({ role }: WorkflowField) => (role ? fieldRoles.indexOf(role) : fieldRoles.length);

const isPicture = (value: FieldValue) => /\.(png|jpe?g|webp|bmp|gif)$/i.test(String(value));
const textNames = /(^|_)(text|prompt|string|positive|negative|caption|instruction|question)(_|$)/i;
const modelFile = /\.(safetensors|ckpt|pth?|bin|onnx|gguf|sft)$/i;
/** Encoders of several texts call them so. */
const encoderNames = /^(t5xxl|clip_[lg]|text_?[a-z]?)$/i;

const isPrompt = (fieldName: string) =>
  textNames.test(fieldName) || encoderNames.test(fieldName) || /^(value|content)$/i.test(fieldName);

const kindOf = (
  { classType, written }: ReadNode,
  fieldName: string,
  value: FieldValue,
): FieldKind => {
  if (typeof value === 'boolean') return 'switch';
  if (typeof value === 'number' || written.has(fieldName))
    return /seed$/i.test(fieldName) ? 'seed' : 'number';
  if (/^image$/i.test(fieldName) && (/load_?image/i.test(classType) || isPicture(value)))
    return 'image';
  if (modelFile.test(value)) return 'choice';
  const isText =
    isPrompt(fieldName) || /string|text/i.test(classType) || /[\p{Script=Han}\n]/u.test(value);
  return isText ? 'text' : 'choice';
};

const roleOf = (
  { nodeId, title }: ReadNode,
  fieldName: string,
  value: FieldValue,
  kind: FieldKind,
  { positive, negative }: Prompts,
): FieldRole | null => {
  if (kind === 'image' || kind === 'seed') return kind;
  if (kind === 'number') {
    const isStrength =
      fieldName === 'strength' || (fieldName === 'denoise' && value !== 1 && value !== 0);
    return isStrength ? 'strength' : null;
  }
  if (kind !== 'text') return null;
  if (!isPrompt(fieldName)) return null;
  if (/negative/i.test(fieldName)) return 'negative';
  if (/positive/i.test(fieldName) || positive.has(nodeId)) return 'positive';
  if (negative.has(nodeId)) return 'negative';
  if (/负|反向|negative/i.test(title)) return 'negative';
  if (/正向|正面|positive/i.test(title)) return 'positive';
  return 'text';
};

interface Prompts {
  positive: ReadonlySet<string>;
  negative: ReadonlySet<string>;
}

/** Links through which a text becomes a condition. */
const carriesText = (name: string) => isPrompt(name) || /^conditioning/i.test(name);

/** The nodes whose texts reach a sampler as its positive or negative condition. */
const promptsOf = (nodes: readonly ReadNode[]): Prompts => {
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const reached = (side: 'positive' | 'negative') => {
    const seen = new Set<string>();
    const follow = (nodeId: string) => {
      const node = byId.get(nodeId);
      if (!node || seen.has(nodeId)) return;
      seen.add(nodeId);
      // A node with both sides hands each of them on.
      const own = node.links.get(side);
      const next = own ? [own] : [...node.links].filter(([name]) => carriesText(name)).map(to);
      for (const one of next) follow(one);
    };
    for (const { links, classType } of nodes) {
      const start = links.get(side) ?? (side === 'positive' && guidedBy(classType, links));
      if (start) follow(start);
    }
    return seen;
  };
  return { positive: reached('positive'), negative: reached('negative') };
};

const to = ([, nodeId]: [string, string]) => nodeId;
const guidedBy = (classType: string, links: ReadNode['links']) =>
  /Guider$/.test(classType) && links.get('conditioning');

/** What visitors may set a number to, where that is well known. */
const ranges: Readonly<Record<string, readonly [min: number, max: number, step: number]>> = {
  steps: [1, 60, 1],
  cfg: [0, 20, 0.5],
  guidance: [0, 20, 0.5],
  denoise: [0, 1, 0.05],
  strength: [0, 2, 0.05],
  strength_model: [0, 2, 0.05],
  strength_clip: [0, 2, 0.05],
  weight: [0, 2, 0.05],
  width: [256, 4096, 8],
  height: [256, 4096, 8],
  batch_size: [1, 8, 1],
};

/** What an input is called where the node's title does not say it: by what it is for, or by its field. */
const roleLabels: Readonly<Record<FieldRole, string>> = {
  image: '照片',
  positive: '画面描述',
  text: '文字',
  negative: '不要出现的内容',
  seed: '随机数',
  strength: '强度',
};
const labels: Readonly<Record<string, string>> = {
  denoise: '变化强度',
  steps: '精细程度',
  cfg: '贴近描述的程度',
  guidance: '贴近描述的程度',
  strength_model: '风格强度',
  strength_clip: '风格强度',
  weight: '权重',
  width: '宽度',
  height: '高度',
  batch_size: '张数',
  megapixels: '像素数（百万）',
};

/** Titles that nodes have when nobody gave them one. */
const usualTitles =
  /^(加载图像|加载图片|载入图像|clip\s*文本编码.*|k?\s*采样器.*|空latent.*|文本编码.*|多行文本|文本|字符串|图像缩放.*)$/i;
const hasOwnTitle = (title: string) => /\p{Script=Han}/u.test(title) && !usualTitles.test(title);

const keys: Readonly<Record<FieldRole, string>> = {
  image: 'photo',
  positive: 'prompt',
  text: 'text',
  negative: 'negative',
  seed: 'seed',
  strength: 'strength',
};

const MAX_LABEL = 20;
const MAX_DEFAULT = 500;
const MAX_OPTION = 100;
/** Longer texts get several lines. */
const ONE_LINE = 30;

/** The same with a number behind it, until no other has it. */
const free = (wanted: string, taken: readonly string[], most: number): string => {
  for (let at = 1; ; at += 1) {
    const suffix = at === 1 ? '' : String(at);
    const name = cutText(wanted, most - suffix.length) + suffix;
    if (!taken.includes(name)) return name;
  }
};

const typeOf = ({ kind, role, value }: WorkflowField): InputType => {
  if (kind === 'number') return role === 'strength' ? 'slider' : 'number';
  if (kind === 'choice') return 'select';
  if (kind !== 'text') return kind;
  const isLong = String(value).length > ONE_LINE || String(value).includes('\n');
  return isLong || role === 'positive' || role === 'negative' ? 'textarea' : 'text';
};

/** The input types that can fill in a field, the usual one first. */
export const fittingTypes: Readonly<Record<FieldKind, readonly InputType[]>> = {
  image: ['image', 'images'],
  text: ['text', 'textarea', 'select'],
  number: ['number', 'slider', 'seed'],
  seed: ['seed', 'number'],
  choice: ['select', 'text', 'textarea'],
  switch: ['switch'],
};

/** The part of an input that says where its value goes. */
export const mappingTo = ({ nodeId, fieldName, classType }: WorkflowField) => ({
  nodeId,
  fieldName,
  nodeClass: classType,
});

/** An input for a field, beside those that there are. A picture, a seed and a long text start empty. */
export const inputFrom = (
  field: WorkflowField,
  inputs: readonly TemplateInput[],
): TemplateInput => {
  const { kind, role, fieldName, title, value } = field;
  const isOwn = hasOwnTitle(title) && (kind === 'image' || kind === 'text');
  const named = labels[fieldName] ?? (role && roleLabels[role]);
  const label = (isOwn || !named ? title : named) || fieldName;
  const type = typeOf(field);
  const text = String(value).trim();
  const key = keys[role ?? 'text'];
  const ownKey = fieldName.replace(/\W/g, '_').replace(/^[^A-Za-z]+/, '');
  return {
    key: free(
      role ? key : ownKey || 'input',
      inputs.map(one => one.key),
      32,
    ),
    label: free(
      label,
      inputs.map(one => one.label),
      MAX_LABEL,
    ),
    type,
    required: kind === 'image' || (kind === 'text' && role !== 'negative' && text === ''),
    ...mappingTo(field),
    // Without a default the workflow keeps its own value, which may be more than a number holds.
    ...(kind === 'number' &&
      typeof value === 'number' && { default: value, ...rangeFor(fieldName, value) }),
    ...(kind === 'switch' && { default: value }),
    ...(kind === 'text' && text !== '' && text.length <= MAX_DEFAULT && { default: text }),
    ...(kind === 'choice' && optionFor(text)),
  };
};

/** Wide enough for the value that the workflow itself has; a slider needs one in any case. */
const rangeFor = (fieldName: string, value: number) => {
  const range = ranges[fieldName];
  if (!range) return {};
  const [min, max, step] = range;
  return { min: Math.min(min, value), max: Math.max(max, value), step };
};

/** The value at hand; the others are not part of the workflow. */
const optionFor = (value: string) =>
  value === '' || value.length > MAX_OPTION
    ? { options: [{ label: '', value: '' }] }
    : {
        options: [{ label: cutText(value, MAX_LABEL), value }],
        default: value,
      };
