export type Fields = Record<string, unknown>;

/** One item of `nodeInfoList`: a value for a field of a node of the workflow. */
export interface NodeInfo {
  nodeId: string;
  fieldName: string;
  fieldValue: string | number | boolean;
}

const isNode = (node: unknown): node is NodeInfo => {
  const { nodeId, fieldName, fieldValue } = (node ?? {}) as Fields;
  return (
    typeof nodeId === 'string' &&
    /^\d+$/.test(nodeId) &&
    typeof fieldName === 'string' &&
    fieldName !== '' &&
    ['string', 'number', 'boolean'].includes(typeof fieldValue)
  );
};

/** Null if it is not as the service wants it. */
export const readNodes = (given: unknown, isRequired: boolean): NodeInfo[] | null => {
  if (given === undefined && !isRequired) return [];
  const isGood = Array.isArray(given) && given.every(isNode) && (given.length > 0 || !isRequired);
  return isGood ? given : null;
};

const resultKinds = [
  'html',
  'huge',
  'redirect',
  'inner',
  'video',
  'empty',
  'broken',
  'slow',
  'magenta',
  'cyan',
  'gif',
  'nothing',
] as const;
/** What lies at the address of a result; `inner`: at an address of a private network; `nothing`: no result at all. */
export type ResultKind = (typeof resultKinds)[number] | 'picture';

export interface Orders {
  /** The code that refuses the task. */
  refusal: number | null;
  /** Those that questions about it are answered with while it runs, and the request to stop it. */
  ofQuestions: number | null;
  ofStop: number | null;
  fails: boolean;
  /** It fails because its content is refused. */
  isRejected: boolean;
  /** The workflow is accepted although a node is wrong. */
  hasNodeErrors: boolean;
  results: ResultKind;
  count: number;
}

const MOST_RESULTS = 9;

/** What a test orders by words inside values; see the README. */
export const ordersIn = (nodes: NodeInfo[]): Orders => {
  const texts = nodes.map(({ fieldValue }) => String(fieldValue));
  const says = (word: string) => texts.some(text => text.includes(`sandbox-${word}`));
  const codeAfter = (word: string): number | null => {
    const pattern = new RegExp(`sandbox-${word}-(\\d{3,4})\\b`);
    const code = texts.map(text => pattern.exec(text)?.[1]).find(Boolean);
    return code ? Number(code) : null;
  };
  const batch = nodes.find(({ fieldName }) => fieldName === 'batch_size')?.fieldValue;
  const refusal = (says('reject') && 1501) || (says('person') && 1505) || codeAfter('code');
  return {
    refusal,
    ofQuestions: codeAfter('poll-code'),
    ofStop: codeAfter('stop-code'),
    fails: says('fail') || says('audit') || says('node-errors'),
    isRejected: says('audit'),
    hasNodeErrors: says('node-errors'),
    results: resultKinds.find(says) ?? 'picture',
    count: says('four')
      ? 4
      : Math.min(MOST_RESULTS, Math.max(1, Math.floor(Number(batch ?? 1)) || 1)),
  };
};

const isPictureField = ({ fieldName, fieldValue }: NodeInfo) =>
  /image|photo/i.test(fieldName) && typeof fieldValue === 'string' && fieldValue !== '';

/** Names of files that nodes load, in the order of the list. */
export const filesIn = (nodes: NodeInfo[]): string[] =>
  nodes.filter(isPictureField).map(({ fieldValue }) => String(fieldValue));

/** How the values change the picture. */
export interface Wishes {
  text: string;
  seed: number;
  /** 0–1: how much of the look is laid over the photo. */
  strength: number;
}

export const wishesIn = (nodes: NodeInfo[]): Wishes => {
  const text = nodes
    .filter(node => /text|prompt|caption|title/i.test(node.fieldName) && !isPictureField(node))
    .map(({ fieldValue }) =>
      String(fieldValue)
        .replace(/sandbox-[a-z0-9-]+/g, '')
        .trim(),
    )
    .find(value => value !== '');
  const numberOf = (name: RegExp) => {
    const found = nodes.find(({ fieldName }) => name.test(fieldName));
    return found === undefined ? NaN : Number(found.fieldValue);
  };
  const strength = numberOf(/strength|denoise|weight/i);
  const seed = numberOf(/seed/i);
  return {
    text: text ?? '',
    seed: Number.isFinite(seed) ? seed : 0,
    strength: Number.isFinite(strength) ? Math.min(1, Math.max(0, strength)) : 1,
  };
};
