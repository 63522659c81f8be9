import { type Call, send } from '../load.ts';
import { DEEP, NAME_PARTS, next, PAGE, STATUS } from '../questions.ts';
import { type Adapter, createRevisions } from './revisions.ts';

/** As docs/bench.md sets it up. */
const headers = { authorization: 'Bearer bench-token' };

const DAY_MS = 86_400_000;
const DAYS = 30;

type Query = Record<string, string | number | object>;

/** Directus on the same orders. Its activity log and revisions are the audit log; versions are compared by a filter. */
export const directusWork: Adapter = async (url, size, sample) => {
  const items = `${url}/items/orders`;
  const ask = (query: Query): Call => ({
    url: `${items}?${new URLSearchParams(
      Object.entries(query).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )}`,
    method: 'GET',
    headers,
  });
  const page = (query: Query) => [
    ask({ limit: PAGE, sort: '-createTime,-id', meta: 'filter_count', ...query }),
  ];
  const check = (text: string) => {
    const { data } = JSON.parse(text) as { data: unknown };
    if (data === null || (Array.isArray(data) && data.length === 0))
      throw new Error(`Directus answered ${text}`);
  };

  const first = JSON.parse(await send(page({})[0]!)) as {
    data: { createTime: number }[];
    meta: { filter_count: number };
  };
  if (first.meta.filter_count !== size)
    throw new Error(`Directus holds ${first.meta.filter_count} orders, not ${size}`);
  const since = { createTime: { _gte: first.data[0]!.createTime - DAYS * DAY_MS } };

  const search = next([...NAME_PARTS, ...sample.digits]);
  const id = next(sample.orderIds);
  const revisions = await createRevisions(sample, async ids => {
    const its = ask({ limit: ids.length, fields: 'id,rev', filter: { id: { _in: ids } } });
    return (JSON.parse(await send(its)) as { data: { id: string; rev: number }[] }).data;
  });
  const figures = { 'aggregate[count]': '*', 'aggregate[sum]': 'payFen' };
  return {
    list: { next: () => page({}), check },
    filter: { next: () => page({ filter: { status: { _eq: STATUS } } }), check },
    deep: { next: () => page({ offset: DEEP }), check },
    search: {
      next: () => {
        const q = search();
        const isNumber = /^\d+$/.test(q);
        const filter = isNumber ? { orderNo: { _ends_with: q } } : { nickName: { _icontains: q } };
        return page({ filter });
      },
      check,
    },
    read: { next: () => [{ url: `${items}/${id()}`, method: 'GET', headers }], check },
    change: {
      next: () => {
        const { id: one, rev } = revisions.next();
        return [
          {
            url: items,
            method: 'PATCH',
            headers,
            body: {
              query: { filter: { id: { _eq: one }, rev: { _eq: rev } } },
              data: { remark: `remark ${rev}`, rev: rev + 1 },
            },
          },
        ];
      },
      check: text => {
        check(text);
        for (const written of (JSON.parse(text) as { data: { id: string; rev: number }[] }).data)
          revisions.written(written);
      },
    },
    dashboard: {
      next: () => [
        ask({ ...figures, filter: since }),
        ask({ ...figures, filter: since, groupBy: 'status' }),
        ask({ ...figures, filter: since, groupBy: 'payChannel' }),
        ask({ ...figures, groupBy: 'status' }),
        ask({ 'aggregate[countDistinct]': 'userId', filter: since }),
        ask({ limit: 10, sort: '-createTime,-id' }),
      ],
      check,
    },
  };
};
