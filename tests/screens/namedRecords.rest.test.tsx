import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '#contract/action.ts';
import { entities } from '#contract/entities.ts';
import { codes } from '#contract/envelope.ts';
import { functions } from '#contract/index.ts';
import type { z } from '#contract/zod.ts';
import { resources } from '#dataProvider/resources.ts';
import { zh } from '#i18n/zh/index.ts';
import { screens } from '#src/admin/shell/AdminApp.tsx';
import { resourceDefinitions, screenRoutes } from '#src/admin/shell/screenRoutes.tsx';
import { like } from './likeContract.ts';
import { type Answers, failed, ok, renderAdmin, type SentCall } from './renderAdmin.tsx';

type Stored = Record<string, unknown> & { _id: string };
interface Row {
  function: string;
  getList: string;
  getOne?: readonly [string, string];
  getMany?: string;
  idField?: string;
}

const definitions = resourceDefinitions(screens);
const rowOf = (resource: string) => resources[resource as keyof typeof resources] as Row;
const actionOf = (name: string, action: string) =>
  (functions as Record<string, Record<string, Action>>)[name]?.[action];

const OF_EACH = 4;
/** What `like` leaves empty and a person reads as a name. */
const naming = [
  'name',
  'title',
  'word',
  'text',
  'nickName',
  'content',
  'orderNo',
  'taskNo',
  'printNo',
  'number',
];

/** Records of a resource, four in each of its states, each with a name of its own. */
const recordsOf = (resource: string): Stored[] => {
  const of = entities[resource as keyof typeof entities] as
    { record: z.ZodType; transitions?: object } | undefined;
  const { getList, function: name } = rowOf(resource);
  const shape = of?.record ?? listElement(actionOf(name, getList)!);
  const states = Object.keys(of?.transitions ?? { '': 1 });
  return states.flatMap((status, at) =>
    Array.from({ length: OF_EACH }, (_, nth): Stored => {
      const n = at * OF_EACH + nth;
      const empty = like(shape) as Record<string, unknown>;
      const names = naming.filter(field => field in empty).map(field => [field, `样例${n}号`]);
      return {
        ...empty,
        ...Object.fromEntries(names),
        _id: `202611${10 + n}`,
        filePath: `template/202611/p${n}.png`,
        ...(status && { status }),
      };
    }),
  );
};
const listElement = ({ output }: Action) =>
  (output as unknown as { shape: { list: { element: z.ZodType } } }).shape.list.element;

const nameOf = (resource: string, record: Stored): string => {
  const represent = definitions[resource]?.recordRepresentation;
  const held = { id: record._id, ...record };
  if (typeof represent === 'function') return String(represent(held));
  return String(held[represent as keyof typeof held] ?? '');
};

/** A transport that holds these records, answers all other reads in the shape of the contract, and refuses writes. */
const holding = (resource: string, records: Stored[], hidden: Set<string>): Answers => {
  const { function: name, getList, getOne, getMany } = rowOf(resource);
  const key = (record: Stored) => String(record[rowOf(resource).idField ?? '_id']);
  const answer = ({ name: called, action, data }: SentCall) => {
    const definition = actionOf(called, action);
    if (!definition || definition.effect === 'write') return failed(codes.tooOften);
    const { ids = (data['filter'] as { ids?: string[] } | undefined)?.ids } = data as {
      ids?: string[];
    };
    const empty = like(definition.output) as Record<string, unknown>;
    if (called === name && (action === getList || action === getMany)) {
      const list = records.filter(one => (ids ? ids.includes(key(one)) : !hidden.has(key(one))));
      return ok({ ...empty, list, total: list.length });
    }
    if (called === name && action === getOne?.[0]) {
      const found = records.find(one => key(one) === data[getOne[1]]);
      return found ? ok({ ...empty, ...found }) : failed(codes.notFound);
    }
    if (action === 'getRevisions') {
      const row = like(listElement(definition)) as object;
      return ok({ list: ['b', 'a'].map(_id => ({ ...row, _id })), total: 2 });
    }
    return ok(empty);
  };
  return new Proxy<Answers>({}, { get: () => answer });
};

const pass = (ms: number) => act(() => new Promise<void>(resolve => setTimeout(resolve, ms)));
/** Until nothing is being read any more. */
const settled = async () => {
  for (let turn = 0; turn < 200; turn += 1) {
    await pass(25);
    const isReading = document.querySelector('.MuiSkeleton-root, [aria-busy=true]');
    if (document.querySelector('h1') && !isReading) break;
  }
  expect(document.body.textContent).not.toContain(zh.app.error.title);
};
/** Menus may stay in the page while they are closed. */
const opened = ['dialog', 'menu']
  .map(role => `.MuiModal-root:not(.MuiModal-hidden) [role=${role}]`)
  .join();
const dialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
const close = async () => {
  for (let turn = 0; turn < 100; turn += 1) {
    const last = [...document.querySelectorAll(opened)].at(-1);
    if (!last) return;
    if (turn % 20 === 0) fireEvent.keyDown(last, { key: 'Escape' });
    await pass(20);
  }
  expect.fail(`stays open: ${dialog()?.textContent}`);
};
const label = (button: Element) => button.getAttribute('aria-label') ?? button.textContent ?? '';
const buttonsIn = (parts: Iterable<Element>) =>
  [...parts]
    .flatMap(part => [...part.querySelectorAll('button')])
    .filter(({ disabled }) => !disabled);

const routes = screenRoutes(screens).filter(
  ({ resource }) => resource !== undefined && resource in resources,
);
const places: string[] = [];

describe('a bulk action', () => {
  const lists = routes.filter(({ page }) => page === 'list').map(({ resource }) => resource!);

  it.each(lists)(
    'on %s names its records, and tells which of them a filter has hidden',
    async resource => {
      const records = recordsOf(resource);
      const hidden = new Set<string>();
      renderAdmin({ at: `/admin/${resource}`, answers: holding(resource, records, hidden) });
      await settled();
      const boxes = [
        ...document.querySelectorAll<HTMLInputElement>('input[type=checkbox][aria-label^="选择"]'),
      ].filter(({ disabled }) => !disabled);
      if (boxes.length === 0) return;
      const chosen = boxes.slice(0, 3).map(box => {
        const text = box.closest('tr, li')?.textContent ?? '';
        fireEvent.click(box);
        return records.find(record => text.includes(nameOf(resource, record)));
      });
      expect(chosen.every(Boolean), 'the row has a name').toBe(true);
      const bar = () => document.querySelector('[class*=RaBulkActionsToolbar-toolbar]')!;
      const look = async (when: string, tells: string) => {
        expect(bar().textContent, when).toContain(
          tells === '' ? '已选择 3 项' : '，其中 3 项不在当前页',
        );
        const acts = buttonsIn([bar()])
          .map(label)
          .filter(text => !notActing.test(text));
        for (const text of acts) {
          const button = buttonsIn([bar()]).find(one => label(one) === text)!;
          fireEvent.click(button);
          await pass(80);
          const shownText = dialog()?.textContent ?? '';
          for (const record of chosen)
            expect(shownText, `${resource} ${text} ${when}`).toContain(nameOf(resource, record!));
          expect(shownText).toContain('3');
          expect(shownText, `${resource} ${text} ${when}`).toContain(tells);
          places.push(`bulk ${resource} ${text} ${when}`);
          await close();
        }
      };
      await look('shown', '');
      for (const record of chosen) hidden.add(String(record![rowOf(resource).idField ?? '_id']));
      await act(async () => {
        history.pushState(
          {},
          '',
          `${location.pathname}?filter=${encodeURIComponent('{"q":"别的"}')}`,
        );
        dispatchEvent(new PopStateEvent('popstate'));
        await Promise.resolve();
      });
      await pass(100);
      await settled();
      await look('hidden', '这 3 项都不在当前页');
    },
    120_000,
  );

  /** Selects, deselects, makes something of the records and leaves them as they are, or leads to a page. */
  const notActing = /^(取消选择|选择全部|只选|生成打印文件|批量补偿)/;
});

describe('what acts on one record', () => {
  const pages = routes.filter(({ page }) => page && ['list', 'edit', 'show'].includes(page));
  const each = pages.flatMap(({ resource = '', page = '', path }) => {
    const firsts = recordsOf(resource).filter((_, at) => at % OF_EACH === 0);
    return page === 'list'
      ? [{ resource, at: `/admin/${resource}`, records: firsts }]
      : firsts.map(record => ({
          resource,
          at: `/admin${path.replace('/*', '').replace(':id', record._id)}`,
          records: [record],
        }));
  });

  /** What was tried on a record in an earlier state. */
  const tried = new Set<string>();

  it.each(each)(
    'at $at names it',
    async ({ resource, at, records }) => {
      renderAdmin({ at, answers: holding(resource, records, new Set()) });
      await settled();
      const isList = at === `/admin/${resource}`;
      const parts = () => document.querySelectorAll(isList ? 'tbody tr, main ul > li' : 'main');
      const recordOf = (button: Element) => {
        const row = button.closest('tr, li')?.textContent ?? '';
        return (isList && records.find(one => row.includes(nameOf(resource, one)))) || records[0]!;
      };
      const kind = (button: Element) =>
        `${resource} ${isList} ${label(button).replace(nameOf(resource, recordOf(button)), '')}`;
      const check = (button: Element, action: string) => {
        const shown = dialog();
        if (!shown?.querySelector('button[type=submit], .MuiButton-colorError')) return;
        places.push(`${at}: ${action}`);
        const name = nameOf(resource, recordOf(button));
        expect(shown.textContent, `${at}: ${action}`).toContain(name);
      };
      for (;;) {
        const button = buttonsIn(parts()).find(one => !tried.has(kind(one)));
        if (!button) break;
        tried.add(kind(button));
        fireEvent.click(button);
        await pass(40);
        const items = [...document.querySelectorAll('[role=menu] [role=menuitem]')].map(label);
        if (items.length === 0) check(button, label(button));
        for (const item of items) {
          if (!document.querySelector('[role=menuitem]')) fireEvent.click(button);
          await pass(20);
          const found = [...document.querySelectorAll('[role=menuitem]')].find(
            one => label(one) === item,
          );
          if (found) fireEvent.click(found);
          await pass(40);
          check(button, `${label(button)}, ${item}`);
          await close();
        }
        await close();
        if (decodeURIComponent(location.pathname) !== at) break;
      }
    },
    120_000,
  );
});

it('was tried on all of them', () => {
  const isBulk = (place: string) => place.startsWith('bulk');
  expect(places.filter(isBulk).length).toBeGreaterThanOrEqual(40);
  expect(places.filter(place => !isBulk(place)).length).toBeGreaterThanOrEqual(62);
});
