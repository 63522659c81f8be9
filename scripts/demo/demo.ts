import { gramsOf } from '#cloudfunctions/_shared/base/search.ts';
import { categoryEntity } from '#contract/category.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { templateEntity, type TemplateStatus } from '#contract/template.ts';
import type { GatewayMemory } from '../shared/sandbox.ts';
import { demoAdministrators, demoRoles, demoSessions } from './administrators.ts';
import { demoApprovals } from './approvals.ts';
import { demoAuditLogs } from './auditLogs.ts';
import { demoCategories, demoKeywords, demoSubcategories, demoTemplates } from './catalogue.ts';
import { demoCommerce } from './commerce.ts';
import { demoCompensations } from './compensations.ts';
import { demoContent } from './content.ts';
import { demoExports } from './exports.ts';
import { createFigures } from './figures.ts';
import { demoFiles } from './files.ts';
import { demoInputs, demoWorkflowNodes } from './inputs.ts';
import { demoMessages, type Subjects } from './messages.ts';
import { demoUsers } from './people.ts';
import { type DemoPicture, drawCover, drawSquare, type Scene, SQUARE } from './pictures.ts';
import { demoPrintArchives } from './printArchives.ts';
import { demoExpressNumbers } from './printOrders.ts';
import { demoPrices, demoPrintSizes, demoUserPhotos } from './printShop.ts';
import { createRandom } from './random.ts';
import { demoReconciliation } from './reconciliation.ts';
import { authored, DAY, numbered, stamped } from './record.ts';
import { demoService } from './service.ts';
import { demoSettings } from './settings.ts';
import { demoVideoOf, demoVideos } from './videos.ts';

export interface DemoData {
  collections: Record<string, object[]>;
  pictures: DemoPicture[];
  /** Where the stand-in of the gateway differs from the records. */
  memory: GatewayMemory;
}

/**
 * A year of the service: always the same except for the dates, which end on the day it is made.
 * @param now epoch milliseconds
 */
export const makeDemo = (
  now: number,
  seed = 20_261_120,
  size = { orders: 2_000, users: 600 },
): DemoData => {
  const random = createRandom(seed);
  const today = Math.floor(now / DAY) * DAY;
  const stamp = (createdDaysAgo: number, updatedDaysAgo: number) => ({
    ...stamped(
      today - createdDaysAgo * DAY + random.int(0, DAY - 1),
      today - updatedDaysAgo * DAY - random.int(0, 10 * 3_600_000),
    ),
    ...authored,
  });

  const pictures: DemoPicture[] = [];
  /** The last one is new and has none yet. */
  const pictureOf = (id: string, scene: Scene, at: number): string => {
    if (at === demoCategories.length - 1) return '';
    const filePath = `category/demo/${id}.jpg`;
    const row = { scene: 'category', ...SQUARE };
    pictures.push({ filePath, draw: () => drawSquare(scene, 200 + at), row });
    return filePath;
  };
  const categories = demoCategories.map(({ name, description, scene }, at) => ({
    _id: numbered('cat', at + 1),
    ...categoryEntity.defaults,
    name,
    description,
    coverImage: pictureOf(numbered('cat', at + 1), scene, at),
    sort: (demoCategories.length - at) * 10,
    status: name === '老照片修复' ? 'disabled' : 'enabled',
    grams: gramsOf(name),
    ...stamp(380 - at, random.int(1, 90)),
  }));

  const subcategories = demoSubcategories.map(({ name, description, parent }, at) => ({
    _id: numbered('cat', categories.length + at + 1),
    ...categoryEntity.defaults,
    name,
    description,
    parentId: categories.find(one => one.name === parent)!._id,
    sort: (demoSubcategories.length - at) * 10,
    grams: gramsOf(name),
    ...stamped(today - (120 - at) * DAY, today - (40 - at * 9) * DAY),
    ...authored,
  }));
  const subcategoriesOf = (template: string) =>
    subcategories
      .filter((_, at) => demoSubcategories[at]!.templates.includes(template))
      .map(({ _id }) => _id);

  const keywords = demoKeywords.map(([word, type, aliases], at) => ({
    _id: numbered('kw', at + 1),
    ...keywordEntity.defaults,
    word,
    norm: normalForm(word),
    type,
    aliases,
    weight: type === 'hot' ? 900 - at * 40 : random.int(1, 60) * 5,
    grams: gramsOf(word, ...aliases),
    ...stamp(370 - at, random.int(1, 120)),
  }));
  /** The last one stays unused, so that it can be deleted. */
  const usableKeywords = keywords.slice(0, -3);

  const templates = demoCategories.flatMap(({ name: categoryName, scene }, categoryAt) =>
    (demoTemplates[categoryName] ?? []).map(([name, subtitle], at) => ({
      category: numbered('cat', categoryAt + 1),
      scene,
      name,
      subtitle,
      popularity: at,
    })),
  );
  const last = templates.length - 1;
  const records = templates.map(({ category, scene, name, subtitle, popularity }, at) => {
    const _id = numbered('tpl', at + 1);
    const status: TemplateStatus = at > last - 5 ? 'draft' : at % 11 === 7 ? 'offline' : 'online';
    // Some drafts have no cover yet.
    const coverImage = at > last - 2 ? '' : `template/demo/${_id}.jpg`;
    if (coverImage) pictures.push({ filePath: coverImage, draw: () => drawCover(scene, at + 1) });
    const createdDaysAgo = Math.max(2, 365 - at * 6);
    const useCount = status === 'draft' ? 0 : Math.round(random.int(400, 9_000) / (popularity + 1));
    const failCount = Math.round(useCount * random.next() * 0.05);
    const record = {
      _id,
      ...templateEntity.defaults,
      ...templateEntity.blank(),
      name,
      subtitle,
      description: `${subtitle}。上传一张清晰的照片，约 ${random.int(15, 70)} 秒出图。`,
      coverImage,
      categoryIds: [category, ...subcategoriesOf(name)],
      keywordIds: random.sample(usableKeywords, random.int(1, 4)).map(keyword => keyword._id),
      engine: random.pick(['workflow', 'workflow', 'workflow', 'ai_app', 'workflow'] as const),
      workflowId: `19${random.int(10_000_000, 99_999_999)}${random.int(100_000_000, 999_999_999)}`,
      inputs: demoInputs(at),
      costCredits: random.pick([5, 8, 10, 10, 15, 20]),
      priceFen: random.chance(0.4) ? random.pick([199, 299, 490, 990]) : null,
      vipOnly: random.chance(0.12),
      isRecommend: status === 'online' && popularity === 0,
      isNew: createdDaysAgo < 40,
      sort: Math.max(0, 100 - popularity * 10 - categoryAtOf(category)),
      status,
      videoFileId: demoVideoOf[name] ?? '',
      publishTime: status === 'draft' ? null : today - (createdDaysAgo - 1) * DAY,
      stats: { useCount, successCount: useCount - failCount, failCount },
      grams: gramsOf(name),
      ...stamp(createdDaysAgo, Math.min(createdDaysAgo, random.int(0, 60))),
    };
    // The number belongs to the engine that knows the work by it.
    const { engine, workflowId: number } = record;
    // Every other draft can go online at once.
    const isTried = status !== 'draft' || at % 2 === 0;
    const averageSec = isTried ? 14 + ((at * 7) % 38) : 0;
    return {
      ...record,
      averageSec,
      trialPassed: isTried,
      lastTrial: isTried
        ? {
            taskId: numbered('task_trial', at + 1),
            time: today - createdDaysAgo * DAY + 10 * 3_600_000,
            succeeded: true,
            costSec: averageSec + 2,
            coins: 6 + (at % 20),
          }
        : null,
      workflowId: engine === 'workflow' ? number : '',
      webappId: engine === 'ai_app' ? number : '',
      workflowNodes: engine === 'workflow' ? demoWorkflowNodes : [],
    };
  });

  const collections: Record<string, object[]> = {
    categories: [...categories, ...subcategories],
    keywords,
    searchMisses: demoSearchMisses(now),
    templates: records,
    admins: demoAdministrators(now),
    adminSessions: demoSessions(now),
    roles: demoRoles(now),
  };
  const content = demoContent(random, today, records);
  Object.assign(collections, content.collections, demoSettings(today), {
    auditLogs: demoAuditLogs(random, today, { ...collections, ...content.collections }),
  });
  pictures.push(...content.pictures);
  const people = demoUsers(createRandom(seed + 1), size.users, today);
  const commerce = demoCommerce(createRandom(seed + 2), size.orders, people, records, now);
  const { packages, orders, refunds, printOrders, printClaims } = commerce;
  Object.assign(collections, { packages, orders, refunds, printOrders, printClaims });
  const asked = refunds.find(({ status }) => status === 'created');
  Object.assign(collections, { approvals: demoApprovals(people, asked, now) });
  Object.assign(collections, {
    printSizes: demoPrintSizes(today),
    packagePrices: demoPrices(today),
    expressNumbers: demoExpressNumbers(printOrders),
  });
  pictures.push(...demoUserPhotos());
  const books = demoReconciliation(commerce, now);
  Object.assign(collections, books.collections);
  const service = demoService(
    createRandom(seed + 3),
    people,
    records,
    content.collections.localApps,
    commerce,
    now,
  );
  Object.assign(collections, service.collections);
  pictures.push(...service.pictures);
  const tasks = service.collections.tasks as unknown as Subjects['tasks'];
  const subjects = { orders, refunds, printOrders, tasks };
  Object.assign(collections, { messages: demoMessages(createRandom(seed + 4), subjects, now) });
  const figures = createFigures();
  figures.add(collections);
  Object.assign(collections, { counters: figures.documents(now) });
  // Last, when every record that names a picture exists.
  const stored = demoFiles(collections, pictures, random, now);
  const exported = demoExports(now);
  const { printArchives, pictures: archived } = demoPrintArchives(printOrders, now);
  Object.assign(collections, { printArchives }, demoCompensations(people, now));
  Object.assign(collections, { videos: demoVideos(random, now) });
  return {
    collections: { ...collections, files: stored.files, exports: exported.exports },
    pictures: [...pictures, ...stored.pictures, ...exported.pictures, ...archived],
    memory: books.memory,
  };
};

/** Nothing of the demo has these words. */
const demoSearchMisses = (now: number) =>
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
    const stamps = { rev: count, createTime: lastTime - 20 * DAY, updateTime: lastTime };
    return {
      _id: numbered('miss', at + 1),
      ...stamps,
      q,
      count,
      lastTime,
      expireTime: lastTime + 90 * DAY,
    };
  });

const categoryAtOf = (id: string) => Number(id.slice(-2));
