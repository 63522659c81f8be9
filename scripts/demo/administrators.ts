import { administratorEntity } from '#contract/administrator.ts';
import { auditLogEntity } from '#contract/auditLog.ts';
import { roleEntity } from '#contract/role.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, numbered, ofAuthor, recordOf, stamped } from './record.ts';

/** Well-formed, of a password that nobody knows: nobody signs in as one of these. */
const passwordHash =
  '$scrypt$ln=15,r=8,p=3$1BvWn0mUzqHcQwW9kq0E7A$Zl4mVYJ0c0o8Qm3rI9pXy6tKfUe2sNdLhBwGa5vRjTQ';

const administrator = (at: number, username: string, nickName: string, now: number, more: object) =>
  recordOf(administratorEntity, {
    _id: numbered('adm', at),
    ...stamped(now - (400 - 60 * at) * DAY),
    username,
    nickName,
    role: 'support',
    status: 'active',
    oneTimeUntil: null as number | null,
    passwordHash,
    sessionEpoch: 1,
    knownIps: [],
    ...more,
  });

/** Colleagues of the first administrator: one at work, one who has left, one who has not signed in yet. */
export const demoAdministrators = (now: number) => [
  administrator(2, 'kefu.lin', '客服小林', now, {
    lastLoginTime: now - 5 * HOUR,
    lastLoginIp: '198.51.100.31',
  }),
  administrator(3, 'yunying.zhao', '运营赵敏', now, {
    role: 'operator',
    status: 'disabled',
    sessionEpoch: 2,
    lastLoginTime: now - 96 * DAY,
    lastLoginIp: '198.51.100.87',
  }),
  administrator(4, 'kefu.wu', '客服小吴', now, {
    role: numbered('role', 1),
    ...stamped(now - 7 * HOUR),
    oneTimeUntil: now + 3 * DAY - 7 * HOUR,
  }),
];

/** The one at work has taken on a complaint, which is shown for an hour. */
export const demoClaims = (now: number) => [
  {
    _id: `openFeedback_${numbered('fb', 6)}`,
    ...stamped(now - 20 * MINUTE),
    holderId: numbered('adm', 2),
    holderName: '客服小林',
    claimTime: now - 20 * MINUTE,
    putOff: [],
    expireTime: now + 12 * HOUR,
  },
];

/** One's own, and one that a colleague shares. */
export const demoSavedViews = (now: number) =>
  [
    { ownerId: 'first_admin', ownerName: '管理员', name: '近 7 天已完成', shared: false },
    { ownerId: numbered('adm', 2), ownerName: '客服小林', name: '近 7 天已退款', shared: true },
  ].map((view, at) => ({
    _id: numbered('view', at + 1),
    ...stamped(now - 3 * DAY),
    resource: 'orders',
    ...view,
    view: JSON.stringify({
      filter: { status: at === 0 ? 'completed' : 'refunded', createTime: { lastDays: 7 } },
      sort: { field: 'createTime', order: 'DESC' },
      perPage: 20,
    }),
  }));

const READ = ['users.read', 'orders.read', 'tasks.read', 'feedback.read'];
const CODES = 'activation-codes';

/** Two of the installation's own. */
export const demoRoles = (now: number) =>
  [
    {
      name: '夜班客服助理',
      description: '晚间处理投诉与反馈',
      rights: [...READ, 'feedback.write'],
    },
    {
      name: '活动运营',
      description: '发放激活码',
      rights: [`${CODES}.read`, `${CODES}.write`, `${CODES}.reveal`],
    },
  ].map((role, at) =>
    recordOf(roleEntity, {
      _id: numbered('role', at + 1),
      ...stamped(now - (29 - at) * DAY),
      ...role,
    } as never),
  );

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148';
const computer = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0 Safari/537.36';

/** Sessions whose tokens are unknown: they are shown and can be ended. */
export const demoSessions = (now: number) =>
  (
    [
      ['first_admin', HOUR, '203.0.113.24', iphone],
      ['adm_0002', 20 * MINUTE, '198.51.100.31', computer],
      ['adm_0002', 5 * HOUR, '198.51.100.32', iphone],
    ] as const
  ).map(([adminId, ago, ip, userAgent], at) => {
    const seen = now - ago;
    return {
      _id: `${'0'.repeat(59)}demo${at + 1}`,
      ...stamped(seen - HOUR, seen),
      adminId,
      epoch: 1,
      lastSeenTime: seen,
      maxTime: seen + 6 * DAY,
      expireTime: seen + 12 * HOUR,
      ip,
      userAgent,
    };
  });

const changes: [fn: string, action: string, resource: string, path: string, values: unknown[]][] = [
  ['adminTemplate', 'updateTemplateField', 'template', 'sort', [10, 20, 40, 80]],
  ['adminTemplate', 'setRecommendStatus', 'template', 'isRecommend', [true, false]],
  ['adminTemplate', 'updateTemplate', 'template', 'subtitle', ['青瓦白墙', '一键入画', '柔光']],
  ['adminTemplate', 'updateTemplateField', 'template', 'status', ['online', 'offline']],
  ['adminCategory', 'updateCategory', 'category', 'description', ['适合山水', '节日限定']],
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
) => {
  const rows = Array.from({ length: count }, (_, at) => {
    const drawn = random.pick(changes);
    const [fn, action, resource, path, values] = firstChanges[at] ?? drawn;
    const daysAgo = Math.floor(((count - at) * 360) / count);
    const createTime = today - daysAgo * DAY + random.int(0, DAY - 1);
    const from = random.pick(values);
    const all = records[places[resource]!] as Subject[];
    const there = all.filter(record => record.createTime < createTime);
    const picked = at === 0 ? all[0]! : random.pick(there.length > 0 ? there : all);
    const subject = firstChanges[at] ? all[0]! : picked;
    const other = random.pick(values.filter(value => value !== from));
    return { fn, action, resource, path, createTime, subject, from, other };
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
      return recordOf(auditLogEntity, {
        _id: numbered('log', count - at),
        createTime,
        ...ofAuthor,
        function: fn,
        action,
        resource,
        resourceId: subject._id,
        diff: [{ path, from: before, to }],
        requestId: `demo${String(count - at - 1).padStart(12, '0')}`,
        ip: `203.0.113.${2 + ((at * 37) % 59)}`,
      });
    })
    .reverse();
};
