import sharp from 'sharp';
import { hashOf } from '#cloudfunctions/_shared/base/ids.ts';
import { type LocalApp, localAppCategoryEntity, localAppEntity } from '#contract/localApp.ts';
import { presetEntity, type PresetParams } from '#contract/preset.ts';
import { quickFunctionEntity, type QuickTarget } from '#contract/quickFunction.ts';
import type { Template } from '#contract/template.ts';
import { type DemoPicture, drawCover } from './pictures.ts';
import type { Random } from './random.ts';
import { DAY, MINUTE, numbered, recordOf, stamped } from './record.ts';
import type { DemoUser, LedgerLine } from './users.ts';

/** Width and height of an icon in pixels. */
const ICON = { width: 240, height: 240 };

/** White lines on a square of 24 units. */
const glyphs = {
  postcard_maker: 'M3 5h18v14H3zM13 5v14M16 8.5h2.5v3H16zM15.5 14.5h3M6 15l2.5-3 2.5 3',
  collage_nine: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  watermark:
    'M12 3.5c3.6 4.4 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 1.9-5.6 5.5-10zM10 15.5c.6 1 1.6 1.4 2.8 1.3',
  old_phone_wall: 'M7 3h10v18H7zM11 18h2',
  long_screenshot: 'M8 2.5h8v5H8zM8 9.5h8v5H8zM8 16.5h8v5H8zM12 7.5v2M12 14.5v2',
  mosaic: 'M4 4h5v5H4zM14 4h5v5h-5zM9 9h5v5H9zM4 14h5v5H4zM14 14h5v5h-5z',
  color_palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 1.8-1.3 1.2-2.2-.7-1.2 0-2.6 1.5-2.6h2.1c2 0 3.7-1.5 3.7-3.7 0-4.7-3.8-8.5-8.5-8.5zM8 11h.01M11 7.5h.01M15.5 8h.01',
  gif_maker: 'M4 5h16v14H4zM10.5 9v6l5-3zM4 8.5h2M4 15.5h2M18 8.5h2M18 15.5h2',
  photo: 'M4 6h16v13H4zM4 16l5-5 4 4 3-3 4 4M9 9.5h.01',
  puzzle: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  flask:
    'M9.5 3.5h5M10.5 3.5v6l-5.5 9.5c-.4.8.1 1.5 1 1.5h12c.9 0 1.4-.7 1-1.5L13.5 9.5v-6M7.5 15h9',
} as const;
type Glyph = keyof typeof glyphs;

/** An icon of our own: a drawing on a coloured square. PNG. */
const drawIcon = (glyph: Glyph, hue: number): Promise<Buffer> => {
  const { width, height } = ICON;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-7 -7 38 38">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},72%,62%)"/><stop offset="1" stop-color="hsl(${hue + 28},68%,46%)"/>
    </linearGradient></defs>
    <rect x="-7" y="-7" width="38" height="38" fill="url(#g)"/>
    <path d="${glyphs[glyph]}" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

const looks: [name: string, prompt: string, tags: string[], params: PresetParams][] = [
  ['标准', '自然光，色彩真实，保留原图轮廓', ['通用'], { tone: 'natural' }],
  ['清新淡雅', '低饱和，柔光，浅色背景', ['淡雅', '夏日'], { intensity: 0.4, tone: 'cool' }],
  ['浓墨重彩', '高饱和，强对比，戏剧光', ['浓郁'], { intensity: 0.9 }],
  ['复古胶片', '颗粒感，暖黄色调，轻微褪色', ['复古'], { intensity: 0.7, tone: 'warm' }],
];

const apps: [code: Glyph, name: string, category: number, description: string, cost: number][] = [
  ['postcard_maker', '明信片裁剪', 1, '按尺寸裁剪并加白边，在手机上完成', 0],
  ['collage_nine', '九宫格拼图', 2, '把照片排成九宫格，可调间距与圆角', 0],
  ['watermark', '加水印', 2, '文字或图片水印，批量添加', 0],
  ['old_phone_wall', '旧版壁纸', 3, '已停止维护的壁纸工具', 0],
  ['long_screenshot', '长图拼接', 2, '多张截图无缝拼成一张', 0],
  ['mosaic', '马赛克', 1, '涂抹打码，保护隐私', 0],
  ['color_palette', '取色卡', 3, '从照片提取配色，生成色卡', 2],
  ['gif_maker', '动图制作', 3, '最多二十张照片合成动图', 5],
];

const groups: [name: string, glyph: Glyph][] = [
  ['照片处理', 'photo'],
  ['拼图排版', 'puzzle'],
  ['趣味工具', 'star'],
  ['实验功能', 'flask'],
];

const entries: [title: string, type: QuickTarget, target: string, badge: string][] = [
  ['千里江山', 'template', 'tpl_0001', ''],
  ['明信片', 'category', 'cat_0002', '热'],
  ['九宫格', 'local_app', 'app_0002', ''],
  ['老照片', 'category', 'cat_0011', ''],
  ['冲印照片', 'page', '/pages/print/index', '新'],
  ['会员套餐', 'page', '/pages/package/index', ''],
  ['使用教程', 'url', 'https://example.com/help', ''],
  ['旧入口', 'template', 'tpl_0008', ''],
];

/** Presets, local apps and quick functions as a year of editing leaves them. */
export const demoContent = (random: Random, today: number, templates: readonly Template[]) => {
  const stamp = (createdDaysAgo: number) =>
    stamped(
      today - createdDaysAgo * DAY + random.int(0, DAY - 1),
      today - random.int(0, Math.min(40, createdDaysAgo)) * DAY,
    );

  const templatePresets = templates
    .filter(({ status }) => status === 'online')
    .slice(0, 24)
    .flatMap(template => looks.map((look, order) => ({ template, look, order })))
    .map(({ template, look: [name, prompt, tags, params], order }, at) => {
      const _id = numbered('pre', at + 1);
      return recordOf(presetEntity, {
        _id,
        templateId: template._id,
        name,
        prompt,
        tags,
        negativePrompt: '文字，水印，边缘变形',
        // Of an input that the template no longer has.
        params: at % 17 === 16 ? { strength: 0.8 } : fitting(params, template),
        sort: 100 - order * 10,
        status: order === 3 && at % 5 === 0 ? 'disabled' : 'enabled',
        isDefault: order === 0,
        defaultOf: order === 0 ? template._id : _id,
        needsReview: at % 17 === 16,
        useCount: random.int(0, (0.3 * template.stats.useCount) / (order + 1)),
        ...stamp(300 - at * 2),
      });
    });

  const pictures: DemoPicture[] = [];
  const iconOf = (name: string, glyph: Glyph, hue: number, scene: 'template' | 'category') => {
    const filePath = `${scene}/demo/${name}.png`;
    const row = { scene, mime: 'image/png', sizeBytes: 6_000, ...ICON };
    pictures.push({ filePath, draw: () => drawIcon(glyph, hue), row });
    return filePath;
  };
  const localAppCategories = groups.map(([name, glyph], at) => {
    const _id = numbered('lcat', at + 1);
    return recordOf(localAppCategoryEntity, {
      _id,
      name,
      icon: iconOf(_id, glyph, 250 - at * 50, 'category'),
      sort: 40 - at * 10,
      status: at === 3 ? 'disabled' : 'enabled',
      ...stamp(320 - at),
    });
  });

  const localApps = apps.map(([appCode, name, category, description, costCredits], at) => {
    const _id = numbered('app', at + 1);
    const icon = iconOf(`${_id}_icon`, appCode, 200 + at * 45, 'template');
    const coverImage = `template/demo/${_id}.jpg`;
    const scene = (['coast', 'rain', 'dog', 'lake'] as const)[at % 4]!;
    pictures.push({ filePath: coverImage, draw: () => drawCover([scene]) });
    return recordOf(localAppEntity, {
      _id,
      appCode,
      name,
      description,
      costCredits,
      coverImage,
      icon,
      categoryId: numbered('lcat', category),
      entryPath: `/packages/${appCode}/index`,
      config: { maxImages: random.int(1, 20), quality: 0.9 },
      minVersion: `1.${random.int(0, 9)}.0`,
      isRecommend: at < 2,
      sort: 80 - at * 10,
      status: at === 3 ? 'disabled' : 'enabled',
      useCount: random.int(50, 3_000),
      ...stamp(280 - at * 20),
    });
  });

  const quickFunctions = entries.map(([title, targetType, target, badge], at) =>
    recordOf(quickFunctionEntity, {
      _id: numbered('qf', at + 1),
      title,
      targetType,
      badge,
      // What is no record has no picture to show instead.
      ...(targetType === 'page' && {
        icon: iconOf(
          numbered('qf', at + 1),
          at === 4 ? 'photo' : 'star',
          200 + at * 20,
          'template',
        ),
      }),
      ...(targetType === 'page' || targetType === 'url' ? { path: target } : { targetId: target }),
      sort: 80 - at * 10,
      status: at === 6 ? 'disabled' : 'enabled',
      clickCount: random.int(100, 6_000),
      ...stamp(260 - at * 10),
    }),
  );

  return {
    collections: { templatePresets, localAppCategories, localApps, quickFunctions },
    pictures,
  };
};

/** What of a look the template asks for. */
const fitting = (params: PresetParams, { inputs }: Template) =>
  Object.fromEntries(Object.entries(params).filter(([key]) => inputs.some(one => one.key === key)));

/** Users whom no example or test names. */
const FIRST_USER = 40;
const EVERY = 17;

/** Uses of the local apps that cost credits, one a user, taken with their gifts: nothing else raises their counts. */
export const demoAppUses = (apps: LocalApp[], users: DemoUser[], now: number): LedgerLine[] => {
  const sold = apps.filter(({ costCredits }) => costCredits > 0);
  for (const app of sold) app.useCount = 0;
  return users.flatMap(({ _id: userId, status, createTime }, at) => {
    const app = sold[at % sold.length];
    const isUsing = at >= FIRST_USER && at % EVERY === 0 && status === 'normal';
    if (!app || !isUsing) return [];
    app.useCount += 1;
    const since = Math.max(createTime, app.createTime);
    return {
      _id: `use_${hashOf([userId, app._id], 24)}_gift`,
      userId,
      kind: 'consume',
      bucket: 'gift',
      delta: -app.costCredits,
      refType: 'localApp',
      refId: app._id,
      reason: app.name,
      createTime: Math.min(now - MINUTE, since + (at % 9) * DAY + DAY / 2),
    };
  });
};

/** Nothing of the demo has these words. */
export const demoSearchMisses = (now: number) =>
  (
    [
      ['古装照', 37, 1],
      ['蒸汽朋克', 21, 2],
      ['毕业纪念册', 16, 1],
      ['水墨风', 9, 5],
      ['企业团建', 4, 12],
    ] as const
  ).map(([q, count, daysAgo], at) => {
    const lastTime = now - daysAgo * DAY;
    const times = { createTime: lastTime - 20 * DAY, updateTime: lastTime, lastTime };
    const expireTime = lastTime + 90 * DAY;
    return { _id: numbered('miss', at + 1), rev: count, ...times, q, count, expireTime };
  });
