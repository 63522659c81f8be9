import { type Call, send } from '../load.ts';
import { DEEP, NAME_PARTS, next, PAGE, STATUS } from '../questions.ts';
import { type Adapter, createRevisions } from './revisions.ts';

/** As docs/bench.md sets it up. */
const account = { email: 'bench@example.com', password: 'bench-password' };

interface Order {
  id: string;
  rev: number;
}

/**
 * Payload on the same orders. Its versions are the audit log; the one that was read is compared by a condition. It has
 * no aggregates, so no dashboard.
 */
export const payloadWork: Adapter = async (url, size, sample) => {
  const login = await send({ url: `${url}/api/users/login`, body: account });
  const { token } = JSON.parse(login) as { token: string };
  const headers = { authorization: `JWT ${token}` };
  const orders = `${url}/api/orders`;
  const ask = (query: Record<string, string | number>): Call => ({
    url: `${orders}?${new URLSearchParams(query as Record<string, string>)}`,
    method: 'GET',
    headers,
  });
  const page = (query: Record<string, string | number>) => [
    ask({ limit: PAGE, sort: '-createTime', depth: 0, ...query }),
  ];
  const check = (text: string) => {
    const { docs, id } = JSON.parse(text) as { docs?: unknown[]; id?: string };
    if (docs ? docs.length === 0 : !id) throw new Error(`Payload answered ${text}`);
  };

  const { totalDocs } = JSON.parse(await send(page({})[0]!)) as { totalDocs: number };
  if (totalDocs !== size) throw new Error(`Payload holds ${totalDocs} orders, not ${size}`);

  const search = next([...NAME_PARTS, ...sample.digits]);
  const id = next(sample.orderIds);
  const revisions = await createRevisions(sample, async ids => {
    const its = ask({ limit: ids.length, depth: 0, 'where[id][in]': ids.join(',') });
    return (JSON.parse(await send(its)) as { docs: Order[] }).docs;
  });
  return {
    list: { next: () => page({}), check },
    filter: { next: () => page({ 'where[status][equals]': STATUS }), check },
    deep: { next: () => page({ page: DEEP / PAGE + 1 }), check },
    search: {
      next: () => {
        const q = search();
        return page({ [`where[${/^\d+$/.test(q) ? 'orderNo' : 'nickName'}][contains]`]: q });
      },
      check,
    },
    read: { next: () => [{ url: `${orders}/${id()}?depth=0`, method: 'GET', headers }], check },
    change: {
      next: () => {
        const { id: one, rev } = revisions.next();
        const where = { 'where[id][equals]': one, 'where[rev][equals]': String(rev) };
        return [
          {
            url: `${orders}?${new URLSearchParams({ depth: '0', ...where })}`,
            method: 'PATCH',
            headers,
            body: { remark: `remark ${rev}`, rev: rev + 1 },
          },
        ];
      },
      check: text => {
        check(text);
        for (const written of (JSON.parse(text) as { docs: Order[] }).docs)
          revisions.written(written);
      },
    },
  };
};
