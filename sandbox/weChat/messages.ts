import { type Fields, WeChatRefusal } from './refusal.ts';

/**
 * What the platform accepts in each kind of field; source: its documentation of subscribe messages. Its «characters» are
 * counted so that an emoji is two, because it says nothing of them.
 */
const forms: Record<string, RegExp> = {
  // eslint-disable-next-line no-control-regex
  thing: /^[^\u0000-\u001f]{1,20}$/,
  number: /^[\d.]{1,32}$/,
  letter: /^[A-Za-z]{1,32}$/,
  symbol: /^[^\p{L}\p{N}\s]{1,5}$/u,
  character_string: /^[\x21-\x7e]{1,32}$/,
  time: /^(\d{4}年\d{1,2}月\d{1,2}日 ?)?\d{1,2}:\d{2}(:\d{2})?$/,
  date: /^\d{4}年\d{1,2}月\d{1,2}日( \d{1,2}:\d{2})?$/,
  amount: /^[¥￥$]?\d{1,10}(\.\d+)?元?$/,
  phone_number: /^[\d+-]{1,17}$/,
  car_number: /^[\p{Script=Han}A-Za-z\d][A-Za-z\d]{0,6}[\p{Script=Han}A-Za-z\d]$/u,
  name: /^([\p{Script=Han}\p{L}\p{M}\p{P}\p{S} ]{1,10}|[A-Za-z\p{P}\p{S} ]{1,20})$/u,
  phrase: /^\p{Script=Han}{1,5}$/u,
};

/** The templates of the account: their ids and fields. */
export const messageTemplates: Record<string, { id: string; fields: readonly string[] }> = {
  taskDone: {
    id: 'aTaskDone_0000000000000000000000000000000001',
    fields: ['thing1', 'phrase2', 'time3'],
  },
  orderPaid: {
    id: 'anOrderPaid_00000000000000000000000000000002',
    fields: ['character_string1', 'thing2', 'amount3', 'time4'],
  },
  refundDone: {
    id: 'aRefundDone_00000000000000000000000000000003',
    fields: ['character_string1', 'amount2', 'thing3', 'time4'],
  },
  printShipped: {
    id: 'aPrintShipped_000000000000000000000000000004',
    fields: ['character_string1', 'thing2', 'character_string3', 'time4'],
  },
  printHold: {
    id: 'aPrintHold_00000000000000000000000000000005',
    fields: ['character_string1', 'thing2', 'time3'],
  },
  accountDisabled: {
    id: 'anAccountDisabled_000000000000000000000000006',
    fields: ['thing1', 'thing2', 'time3'],
  },
  service: { id: 'aService_0000000000000000000000000000000007', fields: ['thing1', 'time2'] },
};

interface Sent {
  time: number;
  touser: string;
  template_id: string;
  page: string;
  miniprogram_state: string;
  data: Record<string, string>;
}

const KEPT = 1_000;

const wrongData = (key: string) =>
  new WeChatRefusal(47003, `argument invalid! data.${key}.value invalid`);

const readData = (given: unknown, fields: readonly string[]): Record<string, string> => {
  const data = (given ?? {}) as Record<string, { value?: unknown } | undefined>;
  const unknown = Object.keys(data).find(key => !fields.includes(key));
  if (unknown !== undefined) throw wrongData(unknown);
  return Object.fromEntries(
    fields.map(key => {
      const value = data[key]?.value;
      const form = forms[key.replace(/\d+$/, '')];
      if (typeof value !== 'string' || !form?.test(value)) throw wrongData(key);
      return [key, value];
    }),
  );
};

/** Subscribe messages. All users have subscribed to everything, unless a test says otherwise. */
export const createMessages = () => {
  let sent: Sent[] = [];
  /** How many messages a user still takes; absent: any number. */
  const left = new Map<string, number>();

  return {
    send(fields: Fields): object {
      const { touser, template_id, page = '', miniprogram_state = 'formal', data } = fields;
      if (typeof touser !== 'string' || !/^[A-Za-z0-9_-]{6,64}$/.test(touser))
        throw new WeChatRefusal(40003, 'invalid openid');
      const template = Object.values(messageTemplates).find(({ id }) => id === template_id);
      if (!template) throw new WeChatRefusal(40037, 'invalid template_id');
      if (typeof page !== 'string' || page.startsWith('/') || page.length > 1_024)
        throw new WeChatRefusal(41030, 'invalid page');
      if (!['developer', 'trial', 'formal'].includes(String(miniprogram_state)))
        throw new WeChatRefusal(47003, 'argument invalid! miniprogram_state');
      const values = readData(data, template.fields);
      const remaining = left.get(touser);
      if (remaining === 0) throw new WeChatRefusal(43101, 'user refuse to accept the msg');
      if (remaining !== undefined) left.set(touser, remaining - 1);
      const message = {
        time: Date.now(),
        touser,
        template_id: template.id,
        page,
        miniprogram_state: String(miniprogram_state),
        data: values,
      };
      sent = [...sent, message].slice(-KEPT);
      return { msgid: sent.length };
    },
    /** `{openid, subscriptions}`: how many messages the user still takes; null for any number. */
    adjust({ openid, subscriptions }: Fields): boolean {
      if (typeof openid !== 'string') return false;
      if (subscriptions === null) left.delete(openid);
      else if (typeof subscriptions === 'number') left.set(openid, subscriptions);
      else throw new Error('subscriptions is a number or null');
      return true;
    },
    sent: () => sent,
    forget() {
      sent = [];
      left.clear();
    },
  };
};
