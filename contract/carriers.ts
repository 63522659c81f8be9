import type { Choice } from './action.ts';

/** Carriers. `pattern` describes their numbers, for guessing the carrier; formats overlap and change. */
export const carriers = {
  sf: { label: '顺丰速运', tone: 'neutral', pattern: /^SF\d{12,15}$/ },
  jd: { label: '京东快递', tone: 'neutral', pattern: /^JD[A-Z0-9]{10,20}$/ },
  yto: { label: '圆通速递', tone: 'neutral', pattern: /^YT\d{13}$/ },
  jt: { label: '极兔速递', tone: 'neutral', pattern: /^JT\d{13}$/ },
  deppon: { label: '德邦快递', tone: 'neutral', pattern: /^DPK\d{9,14}$/ },
  zto: { label: '中通快递', tone: 'neutral', pattern: /^7[358]\d{12,13}$/ },
  sto: { label: '申通快递', tone: 'neutral', pattern: /^(77[1-9]\d{12}|66\d{13})$/ },
  yunda: { label: '韵达快递', tone: 'neutral', pattern: /^(4[36]\d{13}|31\d{13})$/ },
  ems: { label: '中国邮政 EMS', tone: 'neutral', pattern: /^([A-Z]{2}\d{9}CN|1[01]\d{11})$/ },
  post: { label: '邮政快递包裹', tone: 'neutral', pattern: /^9[89]\d{11}$/ },
  other: { label: '其他快递', tone: 'neutral', pattern: null },
} as const satisfies Record<string, Choice & { pattern: RegExp | null }>;
export type Carrier = keyof typeof carriers;

export const carrierKeys = Object.keys(carriers) as [Carrier, ...Carrier[]];

export const isExpressNo = (no: string): boolean => /^[A-Z0-9]{8,32}$/.test(no);

/** Carriers that may have issued the number, the likeliest first; empty when none fits. */
export const guessCarriers = (no: string): Carrier[] =>
  carrierKeys.filter(key => carriers[key].pattern?.test(no));

/** A prefix of letters belongs to one carrier only: with another carrier's name beside it, one of the two is wrong. */
export const contradicts = (carrier: Carrier, no: string): boolean => {
  if (carrier === 'other' || !/^[A-Z]{2,3}\d/.test(no)) return false;
  const guessed = guessCarriers(no);
  return guessed.length === 1 && guessed[0] !== carrier;
};
