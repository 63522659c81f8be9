/** What the demo service offers: a year of a Chinese AI photo studio, written out so that it reads like one. */
import type { TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import type { Scene } from './pictures.ts';

export const demoCategories: { name: string; description: string; scene: Scene }[] = [
  { name: '古风国潮', description: '汉服、工笔与水墨，适合写真与头像', scene: 'ink' },
  { name: '证件照', description: '标准尺寸与底色，自动修整衣领与发丝', scene: 'id' },
  { name: '动漫二次元', description: '手绘、赛璐璐与像素风格', scene: 'anime' },
  { name: '亲子全家福', description: '多人合影，保留每个人的样子', scene: 'family' },
  { name: '节日祝福', description: '春节、中秋、生日与纪念日', scene: 'festival' },
  { name: '风景换季', description: '同一处风景的四季与晨昏', scene: 'landscape' },
  { name: '城市夜景', description: '霓虹、雨夜与天际线', scene: 'city' },
  { name: '萌宠写真', description: '猫猫狗狗的小剧场', scene: 'pet' },
  { name: '商品主图', description: '白底、场景与光影', scene: 'food' },
  { name: '职业形象', description: '商务头像与团队照', scene: 'portrait' },
  { name: '老照片修复', description: '上色、去划痕与放大', scene: 'portrait' },
  { name: '实验室', description: '还在打磨的新玩法', scene: 'landscape' },
];

/** Categories of the second level; their templates belong to the one above as well. */
export const demoSubcategories: [
  parent: string,
  name: string,
  description: string,
  templates: string[],
][] = [
  ['古风国潮', '汉服写真', '妆发、团扇与飘带', ['敦煌飞天', '盛唐仕女', '宋韵雅集']],
  ['古风国潮', '国画水墨', '泼墨、工笔与留白', ['水墨山河', '工笔花鸟']],
  ['节日祝福', '春节', '灯笼、福字与团圆饭', ['新春贺岁', '元宵灯会']],
];

/** Names by category, most popular first. The last category stays empty, so that it can be deleted. */
export const demoTemplates: Record<string, [name: string, subtitle: string][]> = {
  古风国潮: [
    ['敦煌飞天', '飘带与藻井，一键入画'],
    ['江南烟雨', '青瓦白墙下的撑伞人'],
    ['宋韵雅集', '素雅配色的文人写真'],
    ['工笔花鸟', '细线勾勒，淡彩晕染'],
    ['盛唐仕女', '雍容妆发与团扇'],
    ['水墨山河', '泼墨背景的侧颜剪影'],
    ['国潮醒狮', '高饱和撞色的舞狮海报'],
  ],
  证件照: [
    ['一寸蓝底', '295×413 像素，适合头像与名片'],
    ['二寸白底', '413×579 像素，自动正衣领'],
    ['蓝底半身照', '33×48 毫米，自然留白'],
    ['简历形象照', '自然光影，商务着装'],
    ['校园形象照', '浅色背景，清爽自然'],
    ['红底双人照', '红底双人，肩线对齐'],
  ],
  动漫二次元: [
    ['手绘少年', '清爽线稿与平涂上色'],
    ['手绘动画风', '暖色云朵与草坡'],
    ['赛博霓虹', '高反差的未来街头'],
    ['像素小人', '三十二色复古像素'],
    ['水彩绘本', '纸纹与晕染的童话感'],
    ['漫画分镜', '网点纸与速度线'],
    ['粘土手办', '圆润材质的桌面手办'],
  ],
  亲子全家福: [
    ['三代同堂', '按合影重排光线与站位'],
    ['宝宝周岁', '抓周与周岁蛋糕布景'],
    ['露营周末', '帐篷与篝火前的一家人'],
    ['闺蜜写真', '同款造型的双人照'],
    ['毕业季', '学士服与校园梧桐'],
  ],
  节日祝福: [
    ['新春贺岁', '红灯笼与烫金福字'],
    ['元宵灯会', '花灯长街的暖光'],
    ['中秋月圆', '满月、玉兔与桂花'],
    ['生日派对', '气球与彩带背景'],
    ['圣诞雪夜', '小镇灯火与落雪'],
    ['七夕星河', '鹊桥星空的双人剪影'],
  ],
  风景换季: [
    ['樱花大道', '把街景换成四月'],
    ['金秋银杏', '落叶满地的暖黄色调'],
    ['初雪清晨', '薄雪与冷蓝晨光'],
    ['星空延时', '银河与地景合成'],
    ['落日海岸', '橙紫渐变的海平线'],
    ['雨后森林', '雾气与透光'],
  ],
  城市夜景: [
    ['霓虹雨夜', '湿润路面的倒影'],
    ['天际线剪影', '高楼与晚霞'],
    ['地铁站台', '冷色调的都市情绪'],
    ['老街烟火', '夜市灯牌与热气'],
  ],
  萌宠写真: [
    ['喵星贵族', '油画质感的宫廷肖像'],
    ['汪汪队长', '披风与徽章的英雄照'],
    ['宠物证件照', '一本正经的工作证'],
    ['毛绒玩偶', '变成一只毛绒公仔'],
    ['四季小花园', '花丛里的下午茶'],
  ],
  商品主图: [
    ['极简白底', '自动抠图与接触阴影'],
    ['木纹台面', '自然光的生活场景'],
    ['礼盒陈列', '节日礼盒的层次布光'],
    ['悬浮光影', '科技感的渐变背景'],
  ],
  职业形象: [
    ['商务精英', '深色背景的正装头像'],
    ['亲和讲师', '浅色背景与自然微笑'],
    ['创意工作室', '大色块背景的团队照'],
    ['医护工装', '干净明亮的岗位照'],
  ],
  老照片修复: [
    ['黑白上色', '按年代还原肤色与布料'],
    ['划痕修补', '折痕、霉斑与缺角'],
    ['高清放大', '四倍放大并保留颗粒'],
    ['合影补全', '补回缺失的边角'],
    ['底片翻正', '负片转正并校色'],
    ['胶片旧影', '按老照片复原颗粒与色调'],
  ],
};

/** Each with what else it is called. */
const words: [type: 'tag' | 'hot' | 'sensitive', words: string][] = [
  ['hot', '汉服/古装/国风 证件照/登记照/标准照 写真 头像/微信头像 春节/新年/过年'],
  ['tag', '国潮 水墨/国画 工笔 敦煌/飞天 江南 动漫/二次元/漫画 手绘 像素风/8bit 赛博朋克 水彩'],
  ['tag', '亲子/宝宝 全家福/合影 情侣/双人 毕业/学士服 生日 中秋 圣诞 樱花 银杏 雪景 星空/银河'],
  ['tag', '海边 夜景/霓虹 街拍 猫咪/喵星人 狗狗/汪星人 商品图/主图 白底 商务/正装 老照片/修复'],
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
    ['4', '人像大模型', 'CheckpointLoaderSimple', 'ckpt_name'],
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
