import type { Choice } from './action.ts';

/** Separate from the schemas, because the visitor side does not load zod. */
export const legalTexts = {
  agreement: { label: '用户协议' },
  privacy: { label: '隐私政策' },
  sharing: { label: '第三方信息共享清单' },
  collection: { label: '个人信息收集清单' },
  minors: { label: '未成年人保护' },
  refunds: { label: '退款规则' },
  /** What a visitor agrees to apart from all else, before the first photo. */
  face: { label: '人脸信息处理说明' },
} as const;
export type LegalKind = keyof typeof legalTexts;
export const legalKinds = Object.keys(legalTexts) as [LegalKind, ...LegalKind[]];

export const MAX_LEGAL_LENGTH = 20_000;

/** The parts of a default text that only the operator can fill in; a text is published without any. */
export const unfilledPlaces = (text: string): string[] => text.match(/【请填写[^】]*】/g) ?? [];

export const consentKinds = {
  terms: { label: '用户协议和隐私政策', tone: 'neutral' },
  face: { label: '人脸信息处理', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** Whether the visitor whose photos are used is old enough to agree alone, or a guardian has agreed. */
export const ages = {
  over14: { label: '我已满 14 周岁', tone: 'neutral' },
  guardian: { label: '我未满 14 周岁，由监护人同意', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type Age = keyof typeof ages;

/** `2026-11-27`, or `2026-11-27.2` for the second text of that day: later versions are greater. */
const order = (version: string): [string, number] => {
  const [day = '', count = '1'] = version.split('.');
  return [day, Number(count)];
};
const later = (one: string, other: string): string => {
  const [[dayOne, countOne], [dayOther, countOther]] = [order(one), order(other)];
  const isLater = dayOne === dayOther ? countOne > countOther : dayOne > dayOther;
  return isLater ? one : other;
};

/** The version of a text that is published today. @param current those of all texts; none of today is used again */
export const nextVersion = (current: readonly string[], today: string): string => {
  const counts = current.map(order).flatMap(([day, count]) => (day === today ? [count] : []));
  const last = Math.max(0, ...counts);
  return last === 0 ? today : `${today}.${last + 1}`;
};

export type LegalVersions = Record<LegalKind, string>;

/**
 * The version of agreement, privacy text and list of receivers that visitors accept together: the newest one's.
 * @param before of an installation that has published none of them
 */
export const termsVersion = (
  { agreement, privacy, sharing }: Pick<LegalVersions, 'agreement' | 'privacy' | 'sharing'>,
  before: string,
): string => [agreement, privacy, sharing].reduce(later) || before;

/** A text is in force from the day on which it was published, by which its version is called. */
export const inForceFrom = (version: string): string => version.split('.')[0]!;

/** The version that stands for a text that was never published. */
export const DEFAULT_VERSION = '1';
const ABROAD = '+abroad';
/**
 * What the consent to photos of faces is given to: the text's version, and that photos go abroad where they do, so that
 * it is asked for again once that is so.
 */
export const faceVersion = ({ face }: Pick<LegalVersions, 'face'>, isAbroad: boolean): string =>
  (face || DEFAULT_VERSION) + (isAbroad ? ABROAD : '');

/** Whether what was agreed to is enough: who has agreed to photos abroad need not agree again to photos that stay. */
export const coversPhotos = (given: string, needed: string): boolean =>
  given === needed || given === needed + ABROAD;

export const refundsVersion = ({ refunds }: Pick<LegalVersions, 'refunds'>): string =>
  refunds || DEFAULT_VERSION;

/** Whether mini-programs need not send yet what their users agree to. */
export const isLater = ({ consentFrom }: { consentFrom: string }): boolean =>
  consentFrom !== '' && Date.now() < Date.parse(`${consentFrom}T00:00:00+08:00`);

export interface LegalSettings {
  operator: { name: string; licenseUrl: string; address: string };
  filing: {
    icp: string;
    police: string;
    algorithm: string;
    model: string;
    modelNumber: string;
  };
  /** Working days until a complaint is accepted, and days until it is answered. */
  complaints: { acceptDays: number; answerDays: number };
  /** Whether users below fourteen are served, with their guardian's consent. */
  minors: { under14: boolean };
  /** The current version of each text; '' while only the default one is there. */
  documents: LegalVersions;
}

/** Where each number is looked up. */
export const registers = {
  icp: 'https://beian.miit.gov.cn/',
  police: 'https://beian.mps.gov.cn/',
  algorithm: 'https://beian.cac.gov.cn/',
} as const;

/** What the settings must say before anything new is offered to the public, and how it is called. */
export const legalNeeds = {
  'operator.name': '经营者名称',
  'operator.licenseUrl': '营业执照链接',
  'filing.icp': 'ICP 备案号',
  'filing.police': '公安备案号',
  'filing.algorithm': '算法备案号',
  'filing.model': '模型名称',
  'filing.modelNumber': '模型备案号或上线编号',
} as const;

/** How the moderation is called there: it needs a switch of the settings, and keys. */
export const moderationNeeds = {
  images: '图片内容审核',
  texts: '文字内容审核',
  results: '结果图内容审核',
} as const;

/** What is missing, by its label; empty where the service may be opened to the public. */
export const missingLegal = (
  {
    operator,
    filing,
    documents,
    miniProgram,
    givesAway,
  }: Omit<LegalSettings, 'complaints' | 'minors'> & {
    miniProgram: { consentFrom: string };
    /** What is paid with play money is granted. */
    givesAway: boolean;
  },
  moderates: Record<keyof typeof moderationNeeds, boolean>,
): string[] => {
  const values: Record<keyof typeof legalNeeds, string> = {
    'operator.name': operator.name,
    'operator.licenseUrl': operator.licenseUrl,
    'filing.icp': filing.icp,
    'filing.police': filing.police,
    'filing.algorithm': filing.algorithm,
    'filing.model': filing.model,
    'filing.modelNumber': filing.modelNumber,
  };
  const fields = Object.entries(values).flatMap(([path, value]) =>
    value ? [] : [legalNeeds[path as keyof typeof legalNeeds]],
  );
  const unpublished = legalKinds.filter(kind => !documents[kind]);
  return [
    ...fields,
    ...unpublished.map(kind => `《${legalTexts[kind].label}》`),
    ...(['images', 'texts', 'results'] as const).flatMap(kind =>
      moderates[kind] ? [] : moderationNeeds[kind],
    ),
    ...(isLater(miniProgram) ? ['小程序的同意校验'] : []),
    ...(givesAway ? ['虚拟支付的正式环境（现在是沙箱，不收款也会发放）'] : []),
  ];
};
