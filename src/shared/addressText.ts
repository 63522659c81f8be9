import { barePhone, plainText } from '#contract/pasted.ts';
import type { PrintAddress } from '#contract/printAddress.ts';
import { type Division, provinces } from './divisions.ts';

/** Parts that are not found are ''. */
export type AddressParts = PrintAddress;

/** What stands where a label of the name, the region or a phone number was. */
const NAME = '\ue000';
const REGION = '\ue001';
const PHONE = '\ue002';

const labelOf = (words: string) => new RegExp(`(^|[\\s,;])(?:${words})(?:\\s*:|(?=\\s))`, 'g');
const nameLabel = labelOf('收[货件]人(?:姓名)?|联系人|姓名|名字');
const otherLabel = labelOf(
  '收[货件](?:信息|地址|电话)|(?:收[货件]人|联系)(?:电话|方式|手机)|手机号?码?|(?:联系)?电话(?:号码)?|所在(?:地区|区域)|省市区|地区|详细地址|街道地址|地址|邮政编码|邮编',
);

const extension = '((?: ?(?:转|分机)|[-#x])\\d{1,4})?(?!\\d)';
/** The better one first. */
const phoneForms = [
  `(^|\\D)(?:\\(?(?:\\+|00)?86\\)?[- ]?)?(1[3-9]\\d(?:[- ]?\\d){8})${extension}`,
  `(^|[^\\d-])((?:\\(0\\d{2,3}\\)|0\\d{2,3})[- ]?\\d{3,4}[- ]?\\d{4})${extension}`,
  `(^|[\\s,;])(\\+(?!86)\\d{1,3}(?:[- ]?\\d){6,12})${extension}`,
  `(^|[^\\d-])([48]00(?:[- ]?\\d){7})${extension}`,
].map(form => new RegExp(form, 'g'));

const postcode = /(^|[\s,;])\d{6}(?=$|[\s,;])/g;

/** What may stand between the levels. */
const between = /^(?:[\s,;/|·>-]|市辖区|(?:省|自治区)直辖县级(?:行政区划|行政单位))*/;
/** A road that is called after the place: 北京东路. */
const road = /^[东南西北中]?[一二三四五六七八九十]?(?:路|街|大道|巷|弄)/;

interface Hit {
  division: Division;
  /** Characters of the text. */
  length: number;
  isFull: boolean;
}

/** The longest name of these that the text has here. */
const hitAt = (text: string, at: number, divisions: Division[]): Hit | null => {
  let best: Hit | null = null;
  for (const division of divisions)
    for (const name of division.names) {
      const isFull = name === division.name;
      if (name.length <= (best?.length ?? 0) || !text.startsWith(name, at)) continue;
      if (isFull || !road.test(text.slice(at + name.length)))
        best = { division, length: name.length, isFull };
    }
  return best;
};

interface Region {
  province: string;
  city: string;
  district: string;
  at: number;
  end: number;
  levels: number;
  isFull: boolean;
}

const provinceOf = new Map(provinces.flatMap(one => one.children.map(city => [city, one.name])));
const cities = provinces.flatMap(({ children }) => children);
/** Districts whose name alone says where they are. */
const cityOf = new Map<string, Division | null>();
for (const city of cities)
  for (const { name } of city.children) cityOf.set(name, cityOf.has(name) ? null : city);
const distinct = cities.flatMap(city =>
  city.children.filter(({ name }) => name.length > 2 && cityOf.get(name) === city),
);

/** The region that is written here, from its highest level down. */
const regionAt = (text: string, at: number): Region | null => {
  let end = at;
  let levels = 0;
  let isFull = false;
  const next = (divisions: Division[]): Division | null => {
    const from = levels > 0 ? end + between.exec(text.slice(end))![0].length : end;
    const hit = hitAt(text, from, divisions);
    if (!hit) return null;
    end = from + hit.length;
    levels += 1;
    isFull ||= hit.isFull;
    return hit.division;
  };
  const answer = (city: Division | undefined, province: string, district = ''): Region => ({
    province,
    city: city?.name ?? '',
    district,
    at,
    end,
    levels,
    isFull,
  });
  const below = (city: Division, province: string) =>
    answer(city, province, next(city.children)?.name);

  const province = hitAt(text, at, provinces);
  const city = hitAt(text, at, cities);
  // 海南州 begins like a province, 上海 is both.
  if (province && province.length >= (city?.length ?? 0)) {
    const { name, children } = next(provinces)!;
    const named = next(children) ?? (children.length === 1 ? children[0]! : null);
    if (named) return below(named, name);
    const parts = children.flatMap(one => one.children);
    const district = next(parts);
    const holder = district && children.find(one => one.children.includes(district));
    return answer(holder ?? undefined, name, district?.name);
  }
  if (city) {
    const found = next(cities)!;
    return below(found, provinceOf.get(found)!);
  }
  const alone = hitAt(text, at, distinct);
  if (!alone?.isFull) return null;
  const district = next(distinct)!;
  const holder = cityOf.get(district.name)!;
  return answer(holder, provinceOf.get(holder)!, district.name);
};

/** The region of which most is written; a short name alone, as in a road or a name, is none. */
const regionIn = (text: string): Region | null => {
  let best: Region | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const found = regionAt(text, at);
    if (!found || (found.levels < 2 && !found.isFull)) continue;
    if (found.end - found.at > (best ? best.end - best.at : 0)) best = found;
  }
  return best;
};

const received = /\(?收\)?$/;
const title = /(?:先生|女士|小姐|老师|同学)$/;
const person =
  /^(?:\p{Script=Han}{2,4}|\p{Script=Han}+(?:[·•]\p{Script=Han}+)+|[A-Za-z][A-Za-z.' ]+)(?:先生|女士|小姐|老师|同学)?$/u;
const place =
  /(?:[省市区县旗镇乡村屯组路街道巷弄号楼栋幢座层室房园苑城院庄店厦场站]|公司|大学|花园|中心|学校)$/;
const company = /(?:公司|店|工作室|学校|医院|厂|超市|银行|部)$/;
const lastInStreet = /^(.*[号室楼栋幢座店房\d])(\p{Script=Han}{2,4})\(?收\)?$/u;

/** How much speaks for a person's name. */
const likeness = (tokens: string[], at: number): number => {
  const token = tokens[at]!;
  const name = token.replace(received, '');
  if (!person.test(name)) return 0;
  const region = tokens.indexOf(REGION);
  const isBeside = tokens[at - 1] === PHONE || tokens[at + 1] === PHONE;
  return (
    (title.test(name) || name !== token ? 4 : 0) +
    (isBeside ? 3 : 0) +
    (at < region || region < 0 ? 2 : 0) +
    (at === 0 || at === tokens.length - 1 ? 1 : 0) -
    (place.test(name) ? 4 : 0) -
    (tokens[at - 1] === REGION ? 2 : 0)
  );
};

const nameAt = (tokens: string[]): number => {
  const labelled = tokens.findIndex(token => token.startsWith(NAME));
  if (labelled >= 0) return labelled;
  const likely = tokens.map((_, at) => likeness(tokens, at));
  const most = Math.max(0, ...likely);
  if (most > 0) return likely.indexOf(most);
  const region = tokens.indexOf(REGION);
  return tokens.findIndex((token, at) => company.test(token) && at < Math.max(1, region));
};

/** Words of Latin letters and numbers stay apart; Chinese needs no blanks. */
const joined = (tokens: string[]): string =>
  tokens.reduce((all, one) => all + (/\w$/.test(all) && /^\w/.test(one) ? ' ' : '') + one, '');

/**
 * The parts of an address as people copy it from shops and messengers: name, phone number and place in any order, with
 * or without labels, the place from the province down.
 */
export const addressIn = (pasted: string): AddressParts => {
  let text = plainText(pasted)
    .replace(/\p{Pd}/gu, '-')
    .replace(/[[\]【】「」]/g, ' ')
    .replace(nameLabel, `$1\n${NAME}`)
    .replace(otherLabel, '$1\n')
    .replace(/\ue000\s*/g, NAME);

  let phone = '';
  for (const form of phoneForms)
    text = text.replace(form, (_, before: string, number: string, more = '') => {
      phone ||= `${barePhone(number)}${(more as string).trim()}`;
      return `${before}\n${PHONE}\n`;
    });
  text = text.replace(postcode, '$1\n');

  const region = regionIn(text);
  if (region) {
    const { at, end, province, city, district } = region;
    const rest = text.slice(end).replace(between, '');
    const again = regionIn(rest);
    const isAgain = again && again.levels > 1 && again.province === province && again.city === city;
    text = `${text.slice(0, at)}\n${REGION}\n${
      isAgain ? `${rest.slice(0, again.at)}\n${rest.slice(again.end)}` : rest
    }`;
    if (isAgain && !district) region.district = again.district;
  }

  const tokens: string[] = text.match(/[A-Za-z.']+(?: [A-Za-z.']+)+|[^\s,;|、。]+/g) ?? [];
  const named = nameAt(tokens);
  const begin = tokens.indexOf(REGION);
  const rest = tokens
    .map((token, at) => ({ token, at }))
    .filter(({ token, at }) => at !== named && token !== REGION && token !== PHONE);
  let name = (tokens[named] ?? '').replace(NAME, '').replace(received, '');
  let detail = joined(
    [...rest.filter(({ at }) => at > begin), ...rest.filter(({ at }) => at < begin)].map(
      ({ token }) => token,
    ),
  );
  const [, street, last] = (!name && lastInStreet.exec(detail)) || [];
  if (street && last) [detail, name] = [street, last];
  const { province = '', city = '', district = '' } = region ?? {};
  return { name, phone, province, city, district, detail };
};

/** What changes in an address: what was typed stays where nothing was found, except below another place. */
export const withFound = (
  before: Partial<AddressParts>,
  found: AddressParts,
): Partial<AddressParts> => {
  const isElsewhere = (['province', 'city'] as const).some(
    name => found[name] !== '' && found[name] !== before[name],
  );
  return {
    ...(isElsewhere && { city: '', district: '' }),
    ...Object.fromEntries(Object.entries(found).filter(([, text]) => text !== '')),
  };
};
