/** What the demo service offers: a year of a Chinese AI photo studio, written out so that it reads like one. */
import type { TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import type { Motif } from './pictures.ts';

export const demoCategories: { name: string; description: string; motif: Motif }[] = [
  { name: '古风国潮', description: '水墨、设色与宣纸，适合山水与花鸟', motif: ['peaks', 'ink'] },
  { name: '明信片', description: '留白边框与题字处，寄给远方的人', motif: ['coast', 'postcard'] },
  { name: '手绘插画', description: '水彩、铅笔与像素风格', motif: ['cat', 'watercolour'] },
  { name: '静物美食', description: '一杯茶、一盘果，窗边的光', motif: ['tea'] },
  { name: '节日祝福', description: '春节、元宵、中秋与纪念日', motif: ['lanterns'] },
  { name: '风景换季', description: '同一处风景的四季与晨昏', motif: ['lake'] },
  { name: '城市夜景', description: '雨窗、灯火与倒影', motif: ['rain'] },
  { name: '萌宠剪影', description: '猫猫狗狗的背影与夕阳', motif: ['dog'] },
  { name: '花卉', description: '花瓣的层次、晕染与标本', motif: ['peony'] },
  { name: '相框装裱', description: '胶片、卡纸与晒蓝边框', motif: ['moon', 'film'] },
  { name: '老照片修复', description: '上色、去划痕与放大', motif: ['coast', 'faded'] },
  { name: '实验室', description: '还在打磨的新玩法', motif: ['dunes', 'pixel'] },
];

/** Categories of the second level; their templates belong to the one above as well. */
export const demoSubcategories: [
  parent: string,
  name: string,
  description: string,
  templates: string[],
][] = [
  ['古风国潮', '工笔设色', '细线、淡彩与绢本', ['工笔牡丹', '设色山水', '宋韵茶席']],
  ['古风国潮', '国画水墨', '泼墨、写意与留白', ['千里江山', '江南烟雨']],
  ['节日祝福', '春节', '灯笼、福字与团圆饭', ['新春贺岁', '元宵灯会']],
];

type Offer = [name: string, subtitle: string, ...Motif];
/** Names by category, most popular first. The last category stays empty, so that it can be deleted. */
export const demoTemplates: Record<string, Offer[]> = {
  古风国潮: [
    ['千里江山', '浓淡墨色里的群山', 'peaks', 'ink'],
    ['江南烟雨', '湖光与远山的水墨', 'lake', 'ink'],
    ['宋韵茶席', '素雅配色的一席茶', 'tea', 'watercolour'],
    ['工笔牡丹', '细线勾勒，淡彩晕染', 'peony', 'watercolour'],
    ['设色山水', '青绿与赭石的层叠', 'lake', 'watercolour'],
    ['孤舟月色', '一轮明月照大江', 'moon', 'ink'],
    ['国潮灯影', '高饱和的灯笼长街', 'lanterns', 'oil'],
  ],
  明信片: [
    ['海边来信', '灯塔与晚霞，留一行题字', 'coast', 'postcard'],
    ['雪山来信', '晨光里的雪线', 'peaks', 'postcard'],
    ['沙海来信', '沙丘与长风', 'dunes', 'postcard'],
    ['湖畔来信', '倒影清澈的午后', 'lake', 'postcard'],
    ['花间来信', '一朵盛放的牡丹', 'peony', 'postcard'],
    ['月夜来信', '海上生明月', 'moon', 'postcard'],
  ],
  手绘插画: [
    ['窗边的猫', '暖色水彩与纸纹', 'cat', 'watercolour'],
    ['铅笔速写', '清爽线稿，留住轮廓', 'cat', 'pencil'],
    ['厚涂油画', '笔触与画布的光泽', 'coast', 'oil'],
    ['像素灯会', '三十二色复古像素', 'lanterns', 'pixel'],
    ['水彩绘本', '晕染的童话感', 'dog', 'watercolour'],
    ['素描山脊', '石墨层次与留白', 'peaks', 'pencil'],
    ['像素海岸', '掌机时代的日落', 'coast', 'pixel'],
  ],
  静物美食: [
    ['午后茶点', '窗边的一杯红茶与柑橘', 'tea'],
    ['油画静物', '古典静物的厚重光影', 'tea', 'oil'],
    ['柔光餐桌', '奶油般的光晕', 'tea', 'glow'],
    ['铅笔静物', '美术课的一张速写', 'tea', 'pencil'],
    ['胶片下午茶', '颗粒与暖色的边框', 'tea', 'film'],
  ],
  节日祝福: [
    ['新春贺岁', '红灯笼与流苏', 'lanterns'],
    ['元宵灯会', '花灯长街的暖光', 'lanterns', 'glow'],
    ['中秋月圆', '满月与海面的银光', 'moon', 'glow'],
    ['灯会水彩', '晕开的灯火', 'lanterns', 'watercolour'],
    ['节日贺卡', '留白卡纸，写下祝福', 'lanterns', 'postcard'],
    ['旧年灯影', '泛黄的年节记忆', 'lanterns', 'faded'],
  ],
  风景换季: [
    ['湖山秋色', '秋叶与雪线的倒影', 'lake'],
    ['雪山晨光', '第一缕光照上山脊', 'peaks'],
    ['大漠长风', '沙脊与风纹', 'dunes'],
    ['海上明月', '银色的海面', 'moon'],
    ['落日海岸', '橙紫渐变的海平线', 'coast'],
    ['雨后远山', '柔光里的湿润空气', 'peaks', 'glow'],
  ],
  城市夜景: [
    ['霓虹雨夜', '雨滴里的街灯', 'rain'],
    ['雨窗胶片', '颗粒与漏光', 'rain', 'film'],
    ['雨夜油画', '灯火化成笔触', 'rain', 'oil'],
    ['老街烟火', '夜市灯笼的胶片色', 'lanterns', 'film'],
  ],
  萌宠剪影: [
    ['汪汪看日落', '山坡上的背影', 'dog'],
    ['喵的黄昏', '窗台上的金色轮廓', 'cat'],
    ['喵星油画', '厚涂质感的宠物画', 'cat', 'oil'],
    ['像素汪汪', '点阵里的好朋友', 'dog', 'pixel'],
    ['胶片时光', '洗出来的一张小照', 'dog', 'film'],
  ],
  花卉: [
    ['牡丹盛放', '花瓣的层次与光影', 'peony'],
    ['油画牡丹', '厚涂的花瓣', 'peony', 'oil'],
    ['蓝晒标本', '植物标本般的蓝白', 'peony', 'cyanotype'],
    ['柔光花影', '梦一样的光晕', 'peony', 'glow'],
  ],
  相框装裱: [
    ['月夜胶片', '白边与漏光', 'moon', 'film'],
    ['山湖胶片', '暖色颗粒', 'lake', 'film'],
    ['晒蓝灯塔', '蓝白手工印相', 'coast', 'cyanotype'],
    ['晒蓝群山', '沉静的蓝色山脊', 'peaks', 'cyanotype'],
  ],
  老照片修复: [
    ['黑白上色', '按年代还原景物的色彩', 'coast', 'glow'],
    ['划痕修补', '折痕、霉斑与缺角', 'coast', 'faded'],
    ['高清放大', '四倍放大并保留颗粒', 'dunes', 'faded'],
    ['缺角补全', '补回缺失的边角', 'lake', 'faded'],
    ['底片翻正', '负片转正并校色', 'peaks', 'film'],
    ['胶片旧影', '按老照片复原颗粒与色调', 'peaks', 'faded'],
  ],
};

/** Each with what else it is called. */
const words: [type: 'tag' | 'hot' | 'sensitive', words: string][] = [
  ['hot', '汉服/古装/国风 明信片/贺卡/卡片 风景 油画/厚涂 春节/新年/过年'],
  ['tag', '国潮 水墨/国画 工笔 牡丹/花卉 江南 动漫/二次元/漫画 手绘 像素风/8bit 铅笔/素描 水彩'],
  ['tag', '茶/下午茶 静物 灯笼/花灯 日落/夕阳 元宵 中秋 月亮 秋色 沙漠 雪山 海边/灯塔'],
  ['tag', '湖泊 夜景/霓虹 雨天 猫咪/喵星人 狗狗/汪星人 胶片/颗粒 相框 蓝晒 老照片/修复'],
  ['tag', '上色 高清/放大'],
  ['sensitive', '暴力 赌博'],
  ['tag', '待整理'],
];
export const demoKeywords = words.flatMap(([type, text]) =>
  text.split(' ').map(word => {
    const [name = '', ...aliases] = word.split('/');
    return { word: name, type, aliases };
  }),
);

const input = (
  key: string,
  label: string,
  type: TemplateInput['type'],
  [nodeId, fieldName]: [string, string],
  more: Partial<TemplateInput> = {},
): TemplateInput => ({ key, label, type, required: false, nodeId, fieldName, ...more });

const photo = input('photo', '照片', 'image', ['12', 'image'], { required: true });
const scale = { default: 0.6, min: 0, max: 1, step: 0.05 };
const intensity = input('intensity', '风格强度', 'slider', ['27', 'denoise'], scale);
const options = [
  { label: '自然', value: 'natural' },
  { label: '暖色', value: 'warm' },
  { label: '冷色', value: 'cool' },
];
const tone = input('tone', '色调', 'select', ['31', 'text'], { default: 'natural', options });
const twelve = { default: null, maxLength: 12 };
const caption = input('caption', '画面文字', 'text', ['44', 'text'], twelve);

/** Every template asks for a photo; most ask for a little more. */
export const demoInputs = (at: number): TemplateInput[] => [
  photo,
  ...(at % 4 === 3 ? [] : [intensity, tone]),
  ...(at % 5 === 0 ? [caption] : []),
];

/** The workflow that these inputs are mapped to. */
export const demoWorkflowNodes: WorkflowNode[] = (
  [
    ['4', '风格大模型', 'CheckpointLoaderSimple', 'ckpt_name'],
    ['12', '上传照片', 'LoadImage', 'image upload'],
    ['13', 'VAE编码', 'VAEEncode', ''],
    ['27', 'K采样器', 'KSampler', 'seed steps cfg sampler_name scheduler denoise'],
    ['28', 'VAE解码', 'VAEDecode', ''],
    ['31', '色调', 'CLIPTextEncode', 'text'],
    ['32', '反向提示词', 'CLIPTextEncode', 'text'],
    ['44', '画面文字', 'TextOverlay', 'text font_size align'],
    ['50', '保存图像', 'SaveImage', 'filename_prefix'],
  ] as const
).map(([nodeId, title, classType, fields]) => ({
  nodeId,
  title,
  classType,
  fields: fields.split(' ').filter(Boolean),
}));
