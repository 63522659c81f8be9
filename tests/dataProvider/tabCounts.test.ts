import { expect, it, vi } from 'vitest';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { mayChange } from '#dataProvider/tabCounts.ts';
import { adminActions } from '../functions/world/registry.ts';

const list = {
  pagination: { page: 1, perPage: 20 },
  sort: { field: 'createTime', order: 'DESC' },
  meta: { withCounts: true },
} as const;

it('an action that changes what tabs count is recognised by its name', () => {
  const unrecognised = adminActions
    .filter(({ action, definition }) => definition.effect === 'write' && !mayChange(action))
    .map(({ title }) => title);
  // They hand out addresses and tickets.
  expect(unrecognised).toEqual([
    'adminExport.getExportUrl',
    'adminStorage.getUploadTicket',
    'adminStorage.getRequestTicket',
    'vodService.getUploadSignature',
    'adminPrintArchive.getPrintArchiveUrl',
  ]);
});

it('counts that were asked for before a change are not kept', async () => {
  let answer: (counts: object) => void = () => undefined;
  const invoke = vi.fn(async (_name: FunctionName, action: ActionName<FunctionName>) => {
    if (action !== 'getOrders') return {};
    const counts = await new Promise<object>(resolve => (answer = resolve));
    return { list: [], total: 0, counts };
  });
  const provider = createDataProvider(invoke as never);
  const before = provider.getList('orders', list);
  await provider.invoke('adminOrder', 'retryFulfil', {} as never);
  answer({ paid: 1 });
  expect((await before).meta).toEqual({ counts: { paid: 1 } });
  const after = provider.getList('orders', list);
  answer({ paid: 2 });
  expect((await after).meta).toEqual({ counts: { paid: 2 } });
});
