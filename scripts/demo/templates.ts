import { categoryEntity } from '#contract/category.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { templateEntity, type TemplateStatus } from '#contract/template.ts';
import {
  demoCategories,
  demoInputs,
  demoKeywords,
  demoSubcategories,
  demoTemplates,
  demoWorkflowNodes,
} from './catalogue.ts';
import { demoVideoOf } from './files.ts';
import { type DemoPicture, drawCover, drawSquare, type Motif, SQUARE } from './pictures.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, numbered, recordOf, stamped } from './record.ts';

/** Categories, keywords and templates, and the pictures of the first and the last. */
export const demoCatalogue = (random: Random, today: number) => {
  const pictures: DemoPicture[] = [];
  const stamp = (createdDaysAgo: number, updatedDaysAgo: number) =>
    stamped(
      today - createdDaysAgo * DAY + random.int(0, DAY - 1),
      today - updatedDaysAgo * DAY - random.int(0, 10 * HOUR),
    );

  const coverOf = (_id: string, motif: Motif) => {
    const filePath = `category/demo/${_id}.jpg`;
    pictures.push({
      filePath,
      draw: () => drawSquare(motif),
      row: { scene: 'category', ...SQUARE },
    });
    return filePath;
  };
  const first = demoCategories.map(({ name, description, motif }, at) => {
    const _id = numbered('cat', at + 1);
    // The last one is new and has none yet.
    const coverImage = at === demoCategories.length - 1 ? '' : coverOf(_id, motif);
    return recordOf(categoryEntity, {
      _id,
      name,
      description,
      coverImage,
      sort: (demoCategories.length - at) * 10,
      status: name === '老照片修复' ? 'disabled' : 'enabled',
      ...stamp(380 - at, random.int(1, 90)),
    });
  });
  const second = demoSubcategories.map(([parent, name, description, templates], at) => {
    const _id = numbered('cat', first.length + at + 1);
    const [, , ...motif] = demoTemplates[parent]!.find(([its]) => its === templates[0])!;
    return recordOf(categoryEntity, {
      _id,
      name,
      description,
      coverImage: coverOf(_id, motif),
      parentId: first.find(one => one.name === parent)!._id,
      sort: (demoSubcategories.length - at) * 10,
      ...stamped(today - (120 - at) * DAY, today - (40 - at * 9) * DAY),
    });
  });

  const keywords = demoKeywords.map((word, at) =>
    recordOf(keywordEntity, {
      _id: numbered('kw', at + 1),
      ...word,
      weight: word.type === 'hot' ? 900 - at * 40 : random.int(1, 60) * 5,
      ...stamp(370 - at, random.int(1, 120)),
    }),
  );
  /** The last one stays unused, so that it can be deleted. */
  const usable = keywords.slice(0, -3);

  const offered = demoCategories.flatMap(({ name: category }, categoryAt) =>
    (demoTemplates[category] ?? []).map(([name, subtitle, ...motif], popularity) => ({
      name,
      subtitle,
      categoryAt,
      motif,
      popularity,
    })),
  );
  const templates = offered.map(({ name, subtitle, categoryAt, motif, popularity }, at) => {
    const _id = numbered('tpl', at + 1);
    const fromLast = offered.length - 1 - at;
    const status: TemplateStatus = fromLast < 5 ? 'draft' : at % 11 === 7 ? 'offline' : 'online';
    // Some drafts have no cover yet.
    const coverImage = fromLast < 2 ? '' : `template/demo/${_id}.jpg`;
    if (coverImage) pictures.push({ filePath: coverImage, draw: () => drawCover(motif) });
    const createdDaysAgo = Math.max(2, 365 - at * 6);
    const useCount = status === 'draft' ? 0 : Math.round(random.int(400, 9_000) / (popularity + 1));
    const failCount = Math.round(useCount * random.next() * 0.05);
    // Every other draft can go online at once.
    const isTried = status !== 'draft' || at % 2 === 0;
    const averageSec = isTried ? 14 + ((at * 7) % 38) : 0;
    const lastTrial = {
      taskId: numbered('task_trial', at + 1),
      time: today - createdDaysAgo * DAY + 10 * HOUR,
      succeeded: true,
      costSec: averageSec + 2,
      coins: 6 + (at % 20),
    };
    const under = second.filter((_, place) => demoSubcategories[place]![3].includes(name));
    const description = `${subtitle}。上传一张清晰的照片，约 ${random.int(15, 70)} 秒出图。`;
    const keywordIds = random.sample(usable, random.int(1, 4)).map(keyword => keyword._id);
    const engine = random.pick(['workflow', 'workflow', 'workflow', 'ai_app', 'workflow'] as const);
    // The engine knows the work by it.
    const number = `19${random.int(10_000_000, 99_999_999)}${random.int(100_000_000, 999_999_999)}`;
    const isWorkflow = engine === 'workflow';
    return recordOf(templateEntity, {
      _id,
      name,
      subtitle,
      description,
      coverImage,
      categoryIds: [numbered('cat', categoryAt + 1), ...under.map(category => category._id)],
      keywordIds,
      engine,
      workflowId: isWorkflow ? number : '',
      webappId: isWorkflow ? '' : number,
      workflowNodes: isWorkflow ? demoWorkflowNodes : [],
      inputs: demoInputs(at),
      costCredits: random.pick([5, 8, 10, 10, 15, 20]),
      priceFen: random.chance(0.4) ? random.pick([199, 299, 490, 990]) : null,
      vipOnly: random.chance(0.12),
      isRecommend: status === 'online' && popularity === 0,
      isNew: createdDaysAgo < 40,
      sort: Math.max(0, 99 - popularity * 10 - categoryAt),
      status,
      videoFileId: demoVideoOf[name] ?? '',
      publishTime: status === 'draft' ? null : today - (createdDaysAgo - 1) * DAY,
      stats: { useCount, successCount: useCount - failCount, failCount },
      averageSec,
      trialPassed: isTried,
      lastTrial: isTried ? lastTrial : null,
      ...stamp(createdDaysAgo, Math.min(createdDaysAgo, random.int(0, 60))),
    });
  });
  return { categories: [...first, ...second], keywords, templates, pictures };
};
