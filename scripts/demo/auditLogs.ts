import { demoAuthor } from './content.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
const deeds: [fn: string, action: string, resource: string, path: string, values: unknown[]][] = [
  ['adminTemplate', 'updateTemplateField', 'template', 'sort', [10, 20, 40, 80]],
  ['adminTemplate', 'setRecommendStatus', 'template', 'isRecommend', [true, false]],
  ['adminTemplate', 'updateTemplate', 'template', 'subtitle', ['青瓦白墙', '一键入画', '柔光']],
  ['adminTemplate', 'updateTemplateField', 'template', 'status', ['online', 'offline']],
  ['adminCategory', 'updateCategory', 'category', 'description', ['适合写真', '节日限定']],
  ['keyword', 'updateKeyword', 'keyword', 'weight', [5, 50, 300]],
  ['adminTemplatePreset', 'updatePreset', 'preset', 'prompt', ['低饱和，柔光', '高饱和']],
];
const prefixes: Record<string, [prefix: string, count: number]> = {
  template: ['tpl', 60],
  category: ['cat', 12],
  keyword: ['kw', 40],
  preset: ['pre', 60],
};

/** What administrators did in a year, the newest last; `log_0001` is the beginning. */
export const demoAuditLogs = (random: Random, today: number, count = 240): object[] =>
  Array.from({ length: count }, (_, at) => {
    const [fn, action, resource, path, values] = random.pick(deeds);
    const [prefix, most] = prefixes[resource]!;
    const createTime =
      today - Math.floor(((count - at) * 360) / count) * DAY + random.int(0, DAY - 1);
    const from = random.pick(values);
    const resourceId = at === 0 && resource === 'template' ? 1 : random.int(1, most);
    return {
      _id: `log_${String(at + 1).padStart(4, '0')}`,
      ...{ rev: 1, createTime, updateTime: createTime },
      adminId: demoAuthor.adminId,
      adminName: demoAuthor.name,
      ...{ function: fn, action, resource },
      resourceId: `${prefix}_${String(resourceId).padStart(4, '0')}`,
      diff: [{ path, from, to: random.pick(values.filter(value => value !== from)) }],
      ...{ reason: '', result: 'ok' },
      requestId: `demo${String(at).padStart(12, '0')}`,
      ip: `203.0.113.${random.int(2, 60)}`,
    };
  });
