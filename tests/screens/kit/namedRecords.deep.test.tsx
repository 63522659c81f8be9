import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '../renderAdmin.tsx';
import {
  buttonsIn,
  close,
  dialog,
  holding,
  label,
  nameOf,
  OF_EACH,
  pass,
  recordsOf,
  routes,
  rowOf,
  settled,
} from './heldRecords.ts';

const places: string[] = [];

describe('a bulk action', () => {
  const lists = routes.filter(({ page }) => page === 'list').map(({ resource }) => resource!);

  it.each(lists)(
    'on %s names its records, and says which of them a filter has hidden',
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
      const look = async (when: string, sentence: string) => {
        expect(bar().textContent, when).toContain(
          sentence === '' ? '已选择 3 项' : '，其中 3 项不在当前页',
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
          expect(shownText, `${resource} ${text} ${when}`).toContain(sentence);
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
