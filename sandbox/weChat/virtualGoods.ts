import { type Fields, WeChatRefusal } from './refusal.ts';

const TASK_MS = 3_000;
const IN_EFFECT_MS = 10 * 60_000;

type Kind = 'upload' | 'publish';
interface Task {
  item: Fields;
  /** As WeChat numbers it: 1 there is one already, 2 done. */
  status: number;
  time: number;
}

export const wrongField = (message: string) => new WeChatRefusal(268490002, message);

/** Text of this many characters. */
export const within = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && value.length >= least && value.length <= most;

const itemOf = (fields: Fields, name: string): Fields => {
  const items = fields[name];
  if (!Array.isArray(items) || items.length !== 1) throw wrongField(`${name}: one at a time`);
  const item = (items as Fields[])[0] ?? {};
  if (!/^[\w-]{1,64}$/.test(String(item['id']))) throw wrongField(`${name}.id`);
  return item;
};

/** Goods: uploaded for the sandbox, published for the live environment; each is a task that takes a while. */
export const createVirtualGoods = (now: () => number) => {
  const uploaded = new Map<string, number>();
  const published = new Map<string, { price: number; time: number }>();
  const tasks = new Map<Kind, Task>();

  const isRunning = (kind: Kind) => {
    const task = tasks.get(kind);
    return task !== undefined && task.time + TASK_MS > now();
  };
  const start = (kind: Kind, item: Fields, isNew: boolean) => {
    if (isRunning(kind))
      throw new WeChatRefusal(268490012, '批量任务运行中，请等待完成后才能再次运行');
    tasks.set(kind, { item, status: isNew ? 2 : 1, time: now() });
    return isNew;
  };
  const query = (kind: Kind): object => {
    const task = tasks.get(kind);
    if (!task) return { status: 0, [`${kind}_item`]: [] };
    const status = isRunning(kind) ? 0 : task.status;
    const item = {
      ...task.item,
      [`${kind}_status`]: status,
      errmsg: status === 1 ? 'id已经存在' : '',
    };
    return { status: [1, 2, 3][status], [`${kind}_item`]: [item] };
  };

  return {
    upload(fields: Fields): object {
      const item = itemOf(fields, 'upload_item');
      const { id, name, price, remark, item_url } = item;
      if (!within(name, 1, 20)) throw wrongField('upload_item.name');
      if (!Number.isInteger(price) || (price as number) <= 0) throw wrongField('upload_item.price');
      if (!within(remark, 1, 1_024)) throw wrongField('upload_item.remark');
      if (!/^https?:\/\/[^?#]+\.(jpe?g|png)(\?\S*)?$/.test(String(item_url)))
        throw wrongField('upload_item.item_url');
      if (`${name}${remark}`.includes('sandbox-block'))
        throw new WeChatRefusal(268490007, '图片或文字存在敏感内容，禁止使用');
      if (start('upload', item, !uploaded.has(String(id))))
        uploaded.set(String(id), price as number);
      return {};
    },
    publish(fields: Fields): object {
      const item = itemOf(fields, 'publish_item');
      const price = uploaded.get(String(item['id']));
      if (price === undefined) throw wrongField('publish_item.id');
      const time = now() + IN_EFFECT_MS;
      if (start('publish', item, !published.has(String(item['id']))))
        published.set(String(item['id']), { price, time });
      return {};
    },
    queryUpload: () => query('upload'),
    queryPublish: () => query('publish'),
    /** The price of one, or WeChat's code of the refusal. */
    priceOf(id: string, env: number): number {
      const live = published.get(id);
      if (env === 0 && live && live.time > now()) return -15014;
      return (env === 0 ? live?.price : uploaded.get(id)) ?? -15010;
    },
    /** `{goods: {id: fen}}`: published long ago. */
    adjust({ goods }: Fields): boolean {
      if (goods === undefined) return false;
      for (const [id, price] of Object.entries(goods as Record<string, number>)) {
        uploaded.set(id, price);
        published.set(id, { price, time: 0 });
      }
      return true;
    },
    forget: () => [uploaded, published, tasks].forEach(kept => kept.clear()),
  };
};
