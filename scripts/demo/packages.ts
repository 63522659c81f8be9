import { type Package, packageEntity } from '#contract/package.ts';
import { authored, DAY, numbered, stamped } from './record.ts';

type Offer = Pick<Package, 'name' | 'priceFen'> & Partial<Package>;

const offers: Offer[] = [
  { name: '尝鲜包', credits: 60, priceFen: 600, limitPerUser: 1, badge: '首购' },
  { name: '基础积分包', credits: 200, giftCredits: 10, priceFen: 1_990, originPriceFen: 2_490 },
  {
    name: '进阶积分包',
    credits: 600,
    giftCredits: 60,
    priceFen: 4_990,
    originPriceFen: 5_990,
    badge: '热卖',
  },
  {
    name: '创作者大包',
    credits: 2_000,
    giftCredits: 300,
    priceFen: 14_900,
    originPriceFen: 18_900,
  },
  {
    name: '月度会员',
    type: 'membership',
    credits: 300,
    days: 31,
    priceFen: 2_990,
    benefits: ['专属模板', '优先出图', '每月 300 积分'],
  },
  {
    name: '季度会员',
    type: 'membership',
    credits: 1_000,
    days: 92,
    priceFen: 7_900,
    badge: '省 12%',
    benefits: ['专属模板', '优先出图', '1000 积分'],
  },
  {
    name: '年度会员',
    type: 'membership',
    credits: 5_000,
    giftCredits: 500,
    days: 365,
    priceFen: 26_800,
    originPriceFen: 35_880,
    benefits: ['专属模板', '优先出图', '冲印九折', '5500 积分'],
  },
  { name: '校园体验包', credits: 30, priceFen: 100, badge: '筹备中' },
];

/** `pkg_0001` … `pkg_0008`; the last one was never sold, so that it can be deleted. */
export const demoPackages = (today: number): (Package & { grams?: string[] })[] =>
  offers.map((offer, at) => ({
    ...packageEntity.defaults,
    ...offer,
    _id: numbered('pkg', at + 1),
    ...stamped(today - (366 - at) * DAY, today - (40 + at) * DAY),
    sort: (offers.length - at) * 10,
    status: at === offers.length - 1 ? 'disabled' : 'enabled',
    soldCount: 0,
    lastSoldTime: null,
    ...authored,
  }));
