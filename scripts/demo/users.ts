import { createHash } from 'node:crypto';
import { hashOf } from '#cloudfunctions/_shared/base/ids.ts';
import { gramsOf } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { worthOf } from '#cloudfunctions/_shared/users/worth.ts';
import { normalForm } from '#contract/normalForm.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { LedgerEntry, User, UserStatus } from '#contract/user.ts';
import { userEntity } from '#contract/user.ts';
import type { Random } from './random.ts';
import { DAY, MINUTE, numbered, recordOf, stamped } from './record.ts';
import { demoLegalVersion } from './settings.ts';

/** Who the demo service's users are; their records (`users`) and their orders are made from the same list. */
export interface DemoPerson {
  /** `usr_0001` … */
  _id: string;
  openid: string;
  nickName: string;
  phoneTail: string;
  channel: 'mini_program' | 'web' | 'invite';
  isAnonymous: boolean;
  invitedBy: string;
  createTime: number;
}

const names =
  '小鹿 阿柠 南风 青禾 一叶知秋 橙子汽水 云深不知处 半糖 木子 晚风 七月 林深见鹿 Luna 山茶 夏至未至 米粒 小满 知夏 北岛 拾光 豆豆妈 大熊 阿哲 Vivian 桃桃 栗子 追光者 清欢 听雨 瓜子 星河滚烫 柚子茶 麦芽糖 老王 陈小姐 苏苏 安然 暖阳 白茶 海盐芝士 向日葵 Jessie 团子 江南雨 不二 野生动物 可乐加冰 西瓜 阿布 花间一壶酒'.split(
    ' ',
  );
const endings = ['', '', '', '', '～', '🌸', '呀', '_', '同学', '在路上', 'er', '酱', '本人', '儿'];

/** Those who have invited others. */
const INVITERS = 40;

/**
 * The first one is the service's own try-out account: its openid is what the first administrator gets on the visitor
 * side (`cloudfunctions/_shared/users/visitorUser.ts`).
 * @param today midnight of the day the data ends on, epoch milliseconds
 * @param before how many exist already
 */
export const demoUsers = (random: Random, count: number, today: number, before = 0): DemoPerson[] =>
  Array.from({ length: count }, (_, index) => {
    const at = before + index;
    const _id = numbered('usr', at + 1);
    const isOwn = at === 0;
    const isAnonymous = !isOwn && random.chance(0.08);
    const secret = createHash('sha256')
      .update(`demo user ${_id.slice(4)}`)
      .digest('base64url');
    const wechat = `o${secret.replace(/[-_]/g, 'x').slice(0, 27)}`;
    const openid = isAnonymous ? `anon:${secret.slice(0, 24)}` : wechat;
    const drawnName = () => `${random.pick(names)}${random.pick(endings)}`;
    const nickName = isOwn ? '内部体验账号' : isAnonymous ? '' : drawnName();
    const hasPhone = !isAnonymous && !random.chance(0.35);
    const phoneTail = hasPhone ? String(random.int(0, 9_999)).padStart(4, '0') : '';
    const channel = isAnonymous ? 'web' : random.chance(0.1) ? 'invite' : 'mini_program';
    const isInvited = channel === 'invite';
    return {
      _id,
      openid: isOwn ? 'custom:first_admin' : openid,
      nickName,
      phoneTail,
      channel,
      isAnonymous,
      // More of them lately, because the service grows.
      createTime: today - Math.floor(random.next() ** 1.1 * 364 * DAY) - random.int(0, DAY - 1),
      invitedBy: isInvited ? numbered('usr', (at > INVITERS ? at % INVITERS : 0) + 1) : '',
    };
  });

const tags = ['摄影爱好者', '老客户', '高消费', '宝妈', '投诉过', '体验官', '社群', '企业客户'];
const reasons = ['多次上传违规图片', '恶意退款', '盗用他人照片', '批量注册小号', '辱骂客服'];
const notes = [
  '已电话回访，问题解决',
  '反馈生成效果不理想，已补偿积分',
  '咨询企业采购，已转商务',
  '希望增加明信片尺寸',
  '催单，已联系快递',
];

type Row = Record<string, unknown> & { _id: string; createTime: number };
export type LedgerLine = Pick<
  LedgerEntry,
  '_id' | 'userId' | 'kind' | 'bucket' | 'delta' | 'refType' | 'refId' | 'reason' | 'createTime'
> & { operator?: string; valueFen?: number };

const statusOf = (random: Random, at: number): UserStatus => {
  // The first ones are what the examples of the contract act on.
  if (at < 20) return at === 15 ? 'disabled' : 'normal';
  if (random.chance(0.02)) return 'disabled';
  return random.chance(0.006) ? 'deleted' : 'normal';
};

/** The users' records; balances and sums are added by `settleUsers`. */
export const demoUserRecords = (
  random: Random,
  people: DemoPerson[],
  today: number,
  before = 0,
) => {
  const version = demoLegalVersion;
  const logs: Row[] = [];
  const lines: LedgerLine[] = [];
  const users = people.map((person, index) => {
    const at = before + index;
    const { _id, createTime, openid, nickName, isAnonymous, channel, invitedBy } = person;
    const status = statusOf(random, at);
    const gone = status === 'deleted';
    const active = createTime + Math.floor(random.next() ** 0.5 * (today - createTime));
    const begin = person.phoneTail && `1${random.pick(['38', '59', '86', '77'])}`;
    const drawn = begin && `${begin}${random.int(1_000, 9_999)}${person.phoneTail}`;
    const phone = at === 0 ? '13800000001' : gone ? '' : drawn;
    const statusReason = status === 'normal' ? '' : gone ? '用户申请注销' : random.pick(reasons);
    const isMember = status === 'normal' && random.chance(0.12);
    const log = (type: string, title: string, detail: string, time: number, operator = '') =>
      logs.push({
        _id: `log_${_id}_${logs.length}`,
        ...stamped(time),
        userId: _id,
        openid,
        type,
        title,
        detail,
        operator,
        refType: '',
        refId: '',
        ip: `203.0.113.${random.int(1, 250)}`,
      });
    log('login', '首次登录', '', createTime);
    if (random.chance(0.6)) log('login', '登录', '', active);
    if (random.chance(0.04) || at === 0) log('note', '备注', random.pick(notes), active, '管理员');
    if (random.chance(0.02)) log('complaint', '投诉', '生成的照片不像本人', active);
    if (status !== 'normal')
      log('status', gone ? '注销账号' : '停用账号', statusReason, active, '管理员');
    lines.push({
      _id: `reg_${_id}`,
      userId: _id,
      kind: 'gift',
      bucket: 'gift',
      delta: 30,
      refType: 'register',
      refId: _id,
      reason: userSentences.welcomeGift,
      createTime,
    });
    const isPaused = status === 'disabled' && random.chance(0.4);
    const disabledUntil = isPaused ? today + random.int(2, 30) * DAY : null;
    return recordOf(userEntity, {
      _id,
      ...stamped(createTime, active),
      openid: gone ? `deleted:${_id}` : openid,
      nickName: gone ? '已注销用户' : nickName,
      isAnonymous,
      phoneTail: phone.slice(-4),
      ...(phone && { phoneCipher: seal(phone, placeOf('users', _id, 'phone')) }),
      channel,
      invitedBy: gone ? '' : invitedBy,
      status,
      statusReason,
      disabledUntil,
      tags: gone ? [] : random.sample(tags, random.chance(0.25) ? random.int(1, 2) : 0),
      ...(isMember && {
        packageId: 'pkg_0005',
        packageName: '月度会员',
        packageExpireTime: today + random.int(-20, 30) * DAY,
      }),
      credits: { paid: 0, gift: 0 },
      paidValueFen: 0,
      activeTasks: [] as string[],
      ...(!gone && {
        agreement: { version, time: createTime, ip: '' },
        photoConsent: { version, time: createTime, age: 'over14', withdrawnTime: null },
      }),
      lastActiveTime: active,
      grams: gone ? [] : gramsOf(nickName || openid.slice(-8)),
    });
  });
  return { users, logs, lines };
};

export type DemoUser = ReturnType<typeof demoUserRecords>['users'][number];

/** The words that the users were given. */
export const demoUserTags = (today: number): Row[] =>
  tags.map((name, at) => ({
    _id: hashOf([normalForm(name)], 24),
    ...stamped(today - at * DAY),
    name,
    useTime: today - at * DAY,
  }));

interface Paid {
  _id: string;
  held: User['credits'];
  valueFen: number;
}

/**
 * The ledger of all changes of credits in order of time, and the resulting balances. A task whose user has no gifts left
 * is paid with bought credits; users who would have run out of both got gifts in time.
 */
export const settleUsers = (users: DemoUser[], lines: LedgerLine[], tasks: Paid[]): Row[] => {
  const byId = new Map(users.map(user => [user._id, user]));
  const taskById = new Map(tasks.map(task => [task._id, task]));
  const ledger: Row[] = [];
  const write = (line: LedgerLine, user: DemoUser) => {
    const { bucket, delta } = line;
    const isPaid = bucket === 'paid';
    const valueFen = line.valueFen ?? (delta < 0 ? -worthOf(user, -delta) : 0);
    if (isPaid) user.paidValueFen += valueFen;
    user.credits[bucket] += delta;
    // The names of batches and the reasons of refunds are for administrators.
    const hasNote = line.kind !== 'code' && line.kind !== 'refund_order';
    ledger.push({
      operator: '',
      userNote: hasNote ? line.reason : '',
      ...line,
      ...(isPaid && { valueFen }),
      rev: 1,
      updateTime: line.createTime,
      openid: user.openid,
      balanceAfter: user.credits[bucket],
    });
  };
  const inOrder = [...lines].sort(
    (a, b) => a.createTime - b.createTime || (a._id < b._id ? -1 : 1),
  );
  for (const line of inOrder) {
    const user = byId.get(line.userId);
    if (!user || line.delta === 0) continue;
    const missing = -(user.credits[line.bucket] + line.delta);
    const isShort = missing > 0 && line.kind === 'consume';
    const task = taskById.get(line.refId);
    if (isShort && task && user.credits.paid >= -line.delta) {
      task.held = { paid: -line.delta, gift: 0 };
      task.valueFen = worthOf(user, -line.delta);
      write({ ...line, _id: `${task._id}_hold_paid`, bucket: 'paid' }, user);
      continue;
    }
    if (task && task.held.paid > 0) {
      const _id = `${task._id}_refund_paid`;
      write({ ...line, _id, bucket: 'paid', valueFen: task.valueFen }, user);
      continue;
    }
    if (isShort) {
      write(
        {
          _id: `act_${line._id}`,
          userId: user._id,
          kind: 'gift',
          bucket: line.bucket,
          delta: Math.ceil((missing + 1) / 50) * 50,
          refType: 'activity',
          refId: '',
          reason: '签到与活动赠送',
          createTime: Math.max(user.createTime, line.createTime - MINUTE),
        },
        user,
      );
    }
    write(line, user);
  }
  return ledger;
};
