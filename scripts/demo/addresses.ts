import type { Random } from './random.ts';

const places: [province: string, city: string, district: string, street: string][] = [
  ['浙江省', '杭州市', '西湖区', '文三路'],
  ['上海市', '上海市', '徐汇区', '漕溪北路'],
  ['广东省', '深圳市', '南山区', '科技园科苑路'],
  ['四川省', '成都市', '武侯区', '人民南路四段'],
  ['北京市', '北京市', '朝阳区', '望京街'],
  ['江苏省', '南京市', '鼓楼区', '中山北路'],
  ['湖北省', '武汉市', '洪山区', '珞喻路'],
  ['陕西省', '西安市', '雁塔区', '小寨东路'],
  ['福建省', '厦门市', '思明区', '湖滨南路'],
  ['山东省', '青岛市', '市南区', '香港中路'],
];
const surnames = [...'陈林黄张李王吴刘蔡杨许郑谢郭洪曾邱廖赖周'];
const givenNames = '晓雨 子涵 佳怡 浩然 思远 雅婷 建国 丽华 俊杰 欣怡 志强 梓萱 文博 静'.split(' ');

export const addressOf = (random: Random) => {
  const [province, city, district, street] = random.pick(places);
  const house = `${random.int(1, 399)} 号 ${random.int(1, 20)} 幢 ${random.int(101, 2_402)} 室`;
  return {
    name: `${random.pick(surnames)}${random.pick(givenNames)}`,
    phone: `13${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`,
    province,
    city,
    district,
    detail: `${street} ${house}`,
  };
};
