import { type Carrier, carrierKeys, carriers } from './carriers.ts';
import { plainText } from './pasted.ts';

/**
 * What people and programs call a carrier besides its label: in small letters, without signs and without the words for a
 * carrier at the end. The codes are those of 快递100 (pinyin), 菜鸟, 快递鸟 and WeChat. Apart from the labels, which
 * visitors' pages load.
 */
const names: Record<Carrier, readonly string[]> = {
  sf: ['顺丰', 'shunfeng'],
  jd: ['京东', 'jdl', 'jdl京东', 'jingdong'],
  yto: ['圆通', 'yt', 'yuantong'],
  jt: ['极兔', 'jt极兔', 'jtsd', 'jitu'],
  deppon: ['德邦', 'dbl', 'dbkd', 'debang'],
  zto: ['中通', 'zt', 'zhongtong'],
  sto: ['申通', '申通e', 'st', 'shentong'],
  yunda: ['韵达', 'yd', 'yundaex'],
  ems: ['邮政ems', 'ems经济', 'eyb', '邮政速递', '中国邮政速递', '邮政特快专递', '特快专递'],
  post: [
    '邮政',
    '中国邮政',
    '邮政平邮',
    'yzpy',
    'postb',
    'chinapost',
    'youzhengguonei',
    'youzhengbk',
  ],
  other: ['其他', '其它', 'others'],
};

const bare = (name: string) =>
  plainText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const byName = new Map(
  carrierKeys.flatMap(key =>
    [key, bare(carriers[key].label), ...names[key]].map(name => [name, key] as const),
  ),
);

/** What stands behind a carrier's name: the kind of company, or of its service. */
const ending =
  /(?:速运|速递|快递|快运|物流|货运|包裹|小包|国内|标准|标快|电商|特[快惠]|集团|股份|有限|公司|express|sudi|suyun|kuaidi|kuaiyun|wuliu)$/;

/** `顺丰速运`, `顺丰`, `J&T 极兔` and `debangwuliu` mean a carrier each; null for an unknown name. */
export const carrierNamed = (name: string): Carrier | null => {
  for (let wanted = bare(name); wanted !== '';) {
    const known = byName.get(wanted);
    if (known) return known;
    const shorter = wanted.replace(ending, '');
    if (shorter === wanted) return null;
    wanted = shorter;
  }
  return null;
};

/** The Chinese names, of which none is part of another word, longest first. */
const chinese = [...byName.keys()]
  .filter(name => /^\p{Script=Han}{2,}$/u.test(name))
  .sort((a, b) => b.length - a.length);

/** The names of carriers within a sentence, as in `已发中通`. */
export const carriersIn = (sentence: string): string[] => {
  let rest = sentence;
  return chinese.filter(name => {
    const isIn = rest.includes(name);
    if (isIn) rest = rest.replaceAll(name, ' ');
    return isIn;
  });
};
