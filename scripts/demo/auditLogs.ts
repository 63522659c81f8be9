import type { Random } from './random.ts';
import { DAY, demoAuthor, stamped } from './record.ts';

const changes: [fn: string, action: string, resource: string, path: string, values: unknown[]][] = [
  ['adminTemplate', 'updateTemplateField', 'template', 'sort', [10, 20, 40, 80]],
  ['adminTemplate', 'setRecommendStatus', 'template', 'isRecommend', [true, false]],
  ['adminTemplate', 'updateTemplate', 'template', 'subtitle', ['青瓦白墙', '一键入画', '柔光']],
  ['adminTemplate', 'updateTemplateField', 'template', 'status', ['online', 'offline']],
  ['adminCategory', 'updateCategory', 'category', 'description', ['适合写真', '节日限定']],
  ['keyword', 'updateKeyword', 'keyword', 'weight', [5, 50, 300]],
  ['adminTemplatePreset', 'updatePreset', 'preset', 'prompt', ['低饱和，柔光', '高饱和']],
];

/** The first rows are about the first record of their kind. */
const firstChanges = [changes[0]!, changes.at(-1)!];

interface Subject {
  _id: string;
  createTime: number;
  status?: unknown;
  [field: string]: unknown;
}

/** Where each kind of record is found. */
const places: Record<string, string> = {
  template: 'templates',
  category: 'categories',
  keyword: 'keywords',
  preset: 'templatePresets',
};

/**
 * A year of administrators' actions, the newest last; `log_0001` and `log_0002` are the first. Each action starts from
 * the result of the one before, and the last one results in the stored record, so that earlier versions can be restored.
 */
export const demoAuditLogs = (
  random: Random,
  today: number,
  records: Record<string, object[]>,
  count = 240,
): object[] => {
  const rows = Array.from({ length: count }, (_, at) => {
    const drawn = random.pick(changes);
    const [fn, action, resource, path, values] = firstChanges[at] ?? drawn;
    const createTime =
      today - Math.floor(((count - at) * 360) / count) * DAY + random.int(0, DAY - 1);
    const from = random.pick(values);
    const all = records[places[resource]!] as Subject[];
    const there = all.filter(record => record.createTime < createTime);
    const picked = at === 0 ? all[0]! : random.pick(there.length > 0 ? there : all);
    const subject = firstChanges[at] ? all[0]! : picked;
    return {
      fn,
      action,
      resource,
      path,
      createTime,
      subject,
      from,
      other: random.pick(values.filter(value => value !== from)),
    };
  });
  const now = new Map<string, unknown>();
  return rows
    .reverse()
    .map(({ subject, fn, action, resource, path: wanted, from, other, createTime }, at) => {
      // No move leads back to a draft.
      const path = wanted === 'status' && subject.status === 'draft' ? 'costCredits' : wanted;
      const key = `${subject._id} ${path}`;
      const to = now.has(key) ? now.get(key) : subject[path];
      const before = path === 'costCredits' ? Number(to) + 5 : from === to ? other : from;
      now.set(key, before);
      return {
        _id: `log_${String(count - at).padStart(4, '0')}`,
        ...stamped(createTime),
        adminId: demoAuthor.adminId,
        adminName: demoAuthor.name,
        function: fn,
        action,
        resource,
        resourceId: subject._id,
        diff: [{ path, from: before, to }],
        reason: '',
        result: 'ok',
        requestId: `demo${String(count - at - 1).padStart(12, '0')}`,
        ip: `203.0.113.${2 + ((at * 37) % 59)}`,
      };
    })
    .reverse();
};
