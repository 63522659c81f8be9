import { cursorAfter, type Sort } from '../../cloudfunctions/_shared/base/cursor.ts';
import type { Stored } from '../../cloudfunctions/_shared/base/repository.ts';
import type { Envelope } from '../../tests/product/product.ts';
import type { Sample } from './data.ts';
import type { Call, Session, Work } from './load.ts';
import { NAME_PARTS, next, PAGE, STATUS } from './questions.ts';

const DAYS = 30;
/** How pages of orders are sorted. */
const ORDER: Sort = [
  ['createTime', 'desc'],
  ['_id', 'desc'],
];

/** A call of an action, as the browser sends it for the signed-in administrator. */
const ourCall = (
  url: string,
  { bearer, token }: Session,
  name: string,
  action: string,
  data: object,
): Call => ({
  url: `${url}/v1/functions/${name}`,
  headers: { authorization: `Bearer ${bearer}` },
  body: { action, data, token },
});

const checkOurs = (text: string): void => {
  const { code, message, data } = JSON.parse(text) as Envelope;
  if (code !== 0) throw new Error(`${code} ${message}`);
  if (Array.isArray(data['list']) && data['list'].length === 0 && 'total' in data)
    throw new Error('nothing was found');
};

export const ourWork = (url: string, session: Session, sample: Sample): Record<string, Work> => {
  const ask = (name: string, action: string, data: object) =>
    ourCall(url, session, name, action, data);
  const check = checkOurs;
  const orders = (request: object) => [
    ask('adminOrder', 'getOrders', {
      page: 1,
      pageSize: PAGE,
      sort: { field: 'createTime', order: 'desc' },
      ...request,
    }),
  ];
  const search = next([...NAME_PARTS, ...sample.digits]);
  const id = next(sample.orderIds);
  const changed = next(sample.orderIds);
  let changes = 0;
  const after = sample.beforeDeep && cursorAfter(ORDER, sample.beforeDeep as unknown as Stored);
  return {
    list: { next: () => orders({}), check },
    filter: { next: () => orders({ filter: { status: [STATUS] }, withCounts: true }), check },
    deep: { next: () => orders({ after }), check },
    search: { next: () => orders({ q: search() }), check },
    read: { next: () => [ask('adminOrder', 'getOrderById', { id: id() })], check },
    // Written only over the version that was read, with its row in the audit log.
    change: {
      next: () => {
        const text = `备注 ${(changes += 1)}`;
        return [ask('adminOrder', 'addRemark', { id: changed(), text })];
      },
      check,
    },
    dashboard: {
      next: () => [
        ask('adminDashboard', 'getSummary', { days: DAYS }),
        ask('adminDashboard', 'getTemplateStats', { days: DAYS, limit: 10 }),
        ask('adminDashboard', 'getUserStats', { days: DAYS }),
        ask('adminDashboard', 'getOrderStats', { days: DAYS }),
        ask('adminDashboard', 'GET_PRINT_ORDER_STATS', { days: DAYS }),
        ask('adminDashboard', 'getRecentActivity', { limit: 10 }),
      ],
      check,
    },
  };
};
