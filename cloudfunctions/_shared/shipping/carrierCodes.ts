import type { Carrier } from '#contract/carriers.ts';

/** WeChat's ids of carriers (its `get_delivery_list`); it has none for those that we do not know either. */
const carrierCodes: Readonly<Record<Exclude<Carrier, 'other'>, string>> = {
  sf: 'SF',
  jd: 'JD',
  yto: 'YTO',
  jt: 'JTSD',
  deppon: 'DBL',
  zto: 'ZTO',
  sto: 'STO',
  yunda: 'YD',
  ems: 'EMS',
  post: 'YZPY',
};

/** Undefined for a carrier without one. */
export const carrierCode = (carrier: string): string | undefined =>
  carrierCodes[carrier as keyof typeof carrierCodes];
