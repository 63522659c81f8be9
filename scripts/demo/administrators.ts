import { roleEntity } from '#contract/role.ts';
import { authored, DAY, HOUR, numbered, stamped } from './record.ts';

/** Well-formed, of a password that nobody knows: nobody signs in as one of these. */
const passwordHash =
  '$scrypt$ln=15,r=8,p=3$1BvWn0mUzqHcQwW9kq0E7A$Zl4mVYJ0c0o8Qm3rI9pXy6tKfUe2sNdLhBwGa5vRjTQ';

const administrator = (at: number, now: number, more: object) => ({
  _id: numbered('adm', at),
  ...stamped(now - (400 - 60 * at) * DAY),
  avatar: '',
  role: 'support',
  status: 'active',
  lastLoginTime: null,
  lastLoginIp: '',
  oneTimeUntil: null,
  passwordHash,
  sessionEpoch: 1,
  knownIps: [],
  ...more,
});

/** Colleagues of the first administrator: one at work, one who has left, one who has not signed in yet. */
export const demoAdministrators = (now: number) => [
  administrator(2, now, {
    username: 'kefu.lin',
    nickName: '客服小林',
    lastLoginTime: now - 5 * HOUR,
    lastLoginIp: '198.51.100.31',
  }),
  administrator(3, now, {
    username: 'yunying.zhao',
    nickName: '运营赵敏',
    role: 'operator',
    status: 'disabled',
    sessionEpoch: 2,
    lastLoginTime: now - 96 * DAY,
    lastLoginIp: '198.51.100.87',
  }),
  administrator(4, now, {
    username: 'kefu.wu',
    nickName: '客服小吴',
    role: numbered('role', 1),
    createTime: now - 7 * HOUR,
    updateTime: now - 7 * HOUR,
    oneTimeUntil: now + 3 * DAY - 7 * HOUR,
  }),
];

const role = (at: number, now: number, more: object) => ({
  _id: numbered('role', at),
  ...stamped(now - (30 - at) * DAY),
  ...authored,
  ...roleEntity.blank(),
  ...more,
});

/** Two of the installation's own. */
export const demoRoles = (now: number) => [
  role(1, now, {
    name: '夜班客服助理',
    description: '晚间处理投诉与反馈',
    rights: ['users.read', 'orders.read', 'tasks.read', 'feedback.read', 'feedback.write'],
  }),
  role(2, now, {
    name: '活动运营',
    description: '发放激活码',
    rights: ['activation-codes.read', 'activation-codes.write', 'activation-codes.reveal'],
  }),
];

const session = (at: number, adminId: string, seen: number, device: object) => ({
  _id: `${'0'.repeat(59)}demo${at}`,
  ...stamped(seen - HOUR, seen),
  adminId,
  epoch: 1,
  lastSeenTime: seen,
  maxTime: seen + 6 * DAY,
  expireTime: seen + 12 * HOUR,
  ...device,
});

/** Sessions whose tokens are unknown: they are shown and can be ended. */
export const demoSessions = (now: number) => [
  session(1, 'first_admin', now - HOUR, {
    ip: '203.0.113.24',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
  }),
  session(2, 'adm_0002', now - 20 * 60_000, {
    ip: '198.51.100.31',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0 Safari/537.36',
  }),
  session(3, 'adm_0002', now - 5 * HOUR, {
    ip: '198.51.100.32',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
  }),
];
