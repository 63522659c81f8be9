import { createHash } from 'node:crypto';
import type { Random } from './random.ts';
import { DAY } from './record.ts';

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
    const number = String(at + 1).padStart(4, '0');
    const isAnonymous = at > 0 && random.chance(0.08);
    const secret = createHash('sha256').update(`demo user ${number}`).digest('base64url');
    const wechat = `o${secret.replace(/[-_]/g, 'x').slice(0, 27)}`;
    const person = {
      _id: `usr_${number}`,
      openid:
        at === 0 ? 'custom:first_admin' : isAnonymous ? `anon:${secret.slice(0, 24)}` : wechat,
      nickName:
        at === 0
          ? '内部体验账号'
          : isAnonymous
            ? ''
            : `${random.pick(names)}${random.pick(endings)}`,
      phoneTail:
        isAnonymous || random.chance(0.35) ? '' : String(random.int(0, 9_999)).padStart(4, '0'),
      channel: isAnonymous ? 'web' : random.chance(0.1) ? 'invite' : 'mini_program',
      isAnonymous,
      // More of them lately, because the service grows.
      createTime: today - Math.floor(random.next() ** 1.1 * 364 * DAY) - random.int(0, DAY - 1),
    } satisfies Omit<DemoPerson, 'invitedBy'>;
    const inviter = at > INVITERS ? at % INVITERS : 0;
    const invitedBy =
      person.channel === 'invite' ? `usr_${String(inviter + 1).padStart(4, '0')}` : '';
    return { ...person, invitedBy };
  });
