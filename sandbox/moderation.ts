import { createHash } from 'node:crypto';
import { isLocal } from './exchange.ts';
import { createStandIn, type StandIn, type StandInAnswer, standInPath } from './standIn.ts';
import { makeTencentKeys, refusal, signatureFault, success } from './tencentApi.ts';
import { createTurns } from './turns.ts';

export const MODERATION_PATH = standInPath('moderation');
export const moderationCredentials = makeTencentKeys();

type Fields = Record<string, unknown>;

const suggestions = ['Pass', 'Review', 'Block'] as const;
type Suggestion = (typeof suggestions)[number];
const kinds = ['image', 'text'] as const;
type Kind = (typeof kinds)[number];

/** The next answers, set by a test. */
interface Order {
  suggestion: Suggestion;
  label: string;
  /** Null: until changed. */
  times: number | null;
  /** Null: pictures and texts. */
  of: Kind | null;
}

interface Given {
  action: string;
  dataId: string;
  bizType: string;
  suggestion: Suggestion;
}

const VERSION = '2020-12-29';
const GIVEN_KEPT = 1_000;
/** The documents name 5 MB of the file and 10 MB of its base64: the smaller of both. */
const MOST_FILE_BYTES = 5 * 1024 * 1024;
const MOST_URL_BYTES = 30 * 1024 * 1024;
const LEAST_BYTES = 16;
const LEAST_SIDE = 50;
const MOST_SIDE = 10_000;
const MOST_RATIO = 90;
const MOST_LETTERS = 10_000;
const DOWNLOAD_MS = 3_000;
/** The picture is looked at in this many pixels; more than half of one colour order an answer. */
const SAMPLE_SIDE = 32;

class Refusal extends Error {}

const turn = createTurns();

/** Strict: what a lenient decoder skips is no base64. Null if it is none. */
const decode = (text: unknown): Buffer | null => {
  if (typeof text !== 'string' || text === '') return null;
  const content = Buffer.from(text, 'base64');
  return content.toString('base64') === text ? content : null;
};

const download = async (address: string): Promise<Buffer> => {
  const fault = () => new Refusal('ResourceUnavailable.ImageDownloadError');
  if (!isLocal(address)) throw fault();
  const signal = AbortSignal.timeout(DOWNLOAD_MS);
  const content = await fetch(address, { redirect: 'error', signal })
    .then(answer => (answer.ok ? answer.arrayBuffer() : Promise.reject(fault())))
    .catch(() => Promise.reject(fault()));
  if (content.byteLength > MOST_URL_BYTES)
    throw new Refusal('InvalidParameterValue.InvalidFileContentSize');
  return Buffer.from(content);
};

const fileOf = async ({ FileContent, FileUrl }: Fields): Promise<Buffer> => {
  if (typeof FileUrl === 'string' && FileUrl !== '' && !FileContent) return download(FileUrl);
  if (FileContent === '') throw new Refusal('InvalidParameterValue.EmptyImageContent');
  const content = decode(FileContent);
  if (!content) throw new Refusal('InvalidParameterValue.InvalidContent');
  if (content.length > MOST_FILE_BYTES)
    throw new Refusal('InvalidParameterValue.InvalidFileContentSize');
  return content;
};

const isMagenta = (red: number, green: number, blue: number) =>
  red > 200 && green < 70 && blue > 200;
const isCyan = (red: number, green: number, blue: number) => red < 70 && green > 200 && blue > 200;

/**
 * What the picture itself orders: pixels survive cleaning, scaling and encoding.
 * @throws Refusal for what is no picture, or too small
 */
const lookAt = (content: Buffer): Promise<Suggestion> =>
  turn(async () => {
    if (content.length < LEAST_BYTES) throw new Refusal('InvalidParameter.ImageDataTooSmall');
    // Loaded on first use: it brings 20 MB and most starts need none.
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    const broken = () => Promise.reject(new Refusal('InvalidParameterValue.InvalidImageContent'));
    const { width, height } = await sharp(content).metadata().catch(broken);
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
    if (shorter <= LEAST_SIDE) throw new Refusal('InvalidParameterValue.ImageSizeTooSmall');
    if (longer >= MOST_SIDE) throw new Refusal('InvalidParameterValue.InvalidImageContent');
    if (longer / shorter >= MOST_RATIO)
      throw new Refusal('InvalidParameter.ImageAspectRatioTooLarge');
    const pixels = await sharp(content)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill' })
      .raw()
      .toBuffer()
      .catch(broken);
    const share = (is: typeof isMagenta) => {
      let count = 0;
      for (let at = 0; at + 2 < pixels.length; at += 3)
        if (is(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) count += 1;
      return count / SAMPLE_SIDE ** 2;
    };
    if (share(isMagenta) > 0.5) return 'Block';
    return share(isCyan) > 0.5 ? 'Review' : 'Pass';
  });

/** @throws Refusal */
const readText = ({ Content }: Fields): string => {
  const content = decode(Content);
  if (!content) throw new Refusal('InvalidParameterValue.ErrTextContentType');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Refusal('InvalidParameterValue.ErrFileContent');
  }
  if ([...text].length > MOST_LETTERS) throw new Refusal('InvalidParameterValue.ErrTextContentLen');
  return text;
};

const orderedBy = (text: string): Suggestion => {
  if (text.includes('sandbox-block')) return 'Block';
  return text.includes('sandbox-review') ? 'Review' : 'Pass';
};

const scores: Record<Suggestion, number> = { Pass: 0, Review: 75, Block: 99 };

const actions: Record<string, { service: string; kind: Kind }> = {
  ImageModeration: { service: 'ims', kind: 'image' },
  TextModeration: { service: 'tms', kind: 'text' },
};

const isOne = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.includes(value as T);

/** Tencent Cloud's moderation of pictures and of texts, two services behind one address. */
export const createModerationSandbox = ({ now }: { now(): number }): StandIn => {
  let order: Order | null = null;
  let counts = { image: 0, text: 0 };
  let given: Given[] = [];

  /** What a test has ordered wins over what the content says. */
  const settle = (kind: Kind, found: Suggestion): { suggestion: Suggestion; label: string } => {
    const met = order && (order.of ?? kind) === kind ? order : null;
    if (!met) return { suggestion: found, label: found === 'Pass' ? 'Normal' : 'Porn' };
    if (met.times !== null) order = met.times > 1 ? { ...met, times: met.times - 1 } : null;
    return { suggestion: met.suggestion, label: met.label };
  };

  const look = async (kind: Kind, fields: Fields) => {
    if (kind === 'text') {
      const text = readText(fields);
      const found = orderedBy(text);
      return {
        found,
        more: { Keywords: found === 'Pass' ? [] : [`sandbox-${found.toLowerCase()}`] },
      };
    }
    const content = await fileOf(fields);
    const FileMD5 = createHash('md5').update(content).digest('hex');
    return { found: await lookAt(content), more: { FileMD5 } };
  };

  const moderate = async (action: string, kind: Kind, fields: Fields): Promise<StandInAnswer> => {
    const { DataId = '', BizType = '' } = fields;
    if (typeof DataId !== 'string' || !/^[\w@#-]{0,64}$/.test(DataId))
      throw new Refusal('InvalidParameterValue.InvalidDataId');
    if (typeof BizType !== 'string' || !/^(\w{3,32})?$/.test(BizType))
      throw new Refusal('InvalidParameterValue.InvalidParameter');
    const { found, more } = await look(kind, fields);
    const { suggestion, label } = settle(kind, found);
    counts[kind] += 1;
    given = [...given, { action, dataId: DataId, bizType: BizType, suggestion }].slice(-GIVEN_KEPT);
    return success({
      Suggestion: suggestion,
      Label: label,
      SubLabel: suggestion === 'Pass' ? '' : 'Sandbox',
      Score: scores[suggestion],
      DataId,
      BizType: BizType || 'default',
      Extra: '',
      ...more,
    });
  };

  return createStandIn({
    name: 'moderation',
    async respond(request) {
      const { method, headers, body } = request;
      if (method !== 'POST') return refusal('UnsupportedProtocol');
      const name = String(headers['x-tc-action'] ?? '');
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) return refusal(name ? 'InvalidAction' : 'MissingParameter');
      const fault = signatureFault(request, action.service, moderationCredentials, now());
      if (fault) return refusal(fault);
      if (headers['x-tc-version'] !== VERSION) return refusal('NoSuchVersion');
      if (!headers['x-tc-region']) return refusal('MissingParameter', 'X-TC-Region');
      try {
        const fields: unknown = JSON.parse(body.toString() || '{}');
        if (typeof fields !== 'object' || fields === null) return refusal('InvalidParameter');
        return await moderate(name, action.kind, fields as Fields);
      } catch (error) {
        if (error instanceof Refusal) return refusal(error.message);
        if (error instanceof SyntaxError) return refusal('InvalidParameter');
        throw error;
      }
    },
    refuse: code => refusal(String(code)),
    adjust({ suggestion, label, times = null, of = null }) {
      if (suggestion === undefined) return false;
      if (!isOne(suggestions, suggestion)) throw new Error('suggestion is Pass, Review or Block');
      if (of !== null && !isOne(kinds, of)) throw new Error('of is image or text');
      const usual = suggestion === 'Pass' ? 'Normal' : 'Porn';
      order = {
        suggestion,
        label: typeof label === 'string' ? label : usual,
        times: times as number | null,
        of,
      };
      return true;
    },
    seen: () => ({ counts, given }),
    forget() {
      order = null;
      counts = { image: 0, text: 0 };
      given = [];
    },
  });
};
