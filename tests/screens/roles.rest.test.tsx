import { appendFileSync } from 'node:fs';
import { act, cleanup, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { demandOf, isDeclared, meets } from '#contract/rights/actionRights.ts';
import { type Area, areas } from '#contract/rights/rights.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import { userTabs } from '#src/admin/resources/user-link/parts.ts';
import { screens } from '#src/admin/shell/AdminApp.tsx';
import { screenRoutes } from '#src/admin/shell/screenRoutes.tsx';
import {
  buttonsIn,
  close,
  dialog,
  holdingAll,
  label,
  OF_EACH,
  pass,
  recordsOf,
  settled,
} from './heldRecords.ts';
import { renderAdmin, type SentCall } from './renderAdmin.tsx';

interface Page {
  at: string;
  /** Another state of a record whose page was seen already. */
  isFurther?: boolean;
}

const settingTabs = ['general', 'system', 'payment', 'notification', 'compliance', 'legal'];

const pages: Page[] = screenRoutes(screens).flatMap(({ resource, page, path }): Page[] => {
  if (path === '/settings')
    return [{ at: path }, ...settingTabs.map(tab => ({ at: `${path}?tab=${tab}` }))];
  if (!path.includes(':id') || !resource) return [{ at: path }];
  const states = recordsOf(resource).filter((_, at) => at % OF_EACH === 0);
  const tabs = resource === 'users' ? userTabs.slice(1) : [];
  return states.flatMap(({ _id }, nth) => {
    const at = path.replace('/*', '').replace(':id', _id);
    const further = nth > 0 && { isFurther: true };
    return [
      { at, ...further },
      ...(nth === 0 && page === 'show' ? tabs : []).map(tab => ({ at: `${at}/${tab}` })),
    ];
  });
});

const refusedOf = (rights: ReadonlySet<string>) => (call: SentCall) =>
  isDeclared(call.name, call.action) && !meets(rights, demandOf(call.name, call.action, call.data));

const fill = (within: Element) => {
  const inputs = within.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=checkbox], [type=radio], [type=file]), textarea:not([aria-hidden])',
  );
  for (const input of inputs) {
    if (input.closest('fieldset:disabled, [role=search]') || input.disabled || input.readOnly)
      continue;
    fireEvent.change(input, { target: { value: input.type === 'number' ? '1' : '样例说明' } });
  }
};
const submitIn = async (within: Element) => {
  fill(within);
  await pass(10);
  const submit = within.querySelector(
    'button[type=submit], .MuiButton-colorError, .MuiButton-contained',
  );
  if (submit) fireEvent.click(submit);
  await pass(20);
};

/** What was opened by a press of another page already, and by what. */
const walk = async (at: string, tried: Set<string>) => {
  const parts = () => document.querySelectorAll('main');
  const kind = (button: Element) => `${at.split('/').slice(0, 2).join('/')} ${label(button)}`;
  for (const box of document.querySelectorAll(
    'main tbody input[type=checkbox], main li input[type=checkbox]',
  ))
    if (!(box as HTMLInputElement).disabled) fireEvent.click(box);
  await pass(10);
  for (;;) {
    const button = buttonsIn(parts()).find(one => !tried.has(kind(one)));
    if (!button) break;
    tried.add(kind(button));
    fireEvent.click(button);
    await pass(20);
    const items = [...document.querySelectorAll('[role=menu] [role=menuitem]')].map(label);
    for (const item of items) {
      if (!document.querySelector('[role=menuitem]')) fireEvent.click(button);
      await pass(20);
      const found = [...document.querySelectorAll('[role=menuitem]')].find(
        one => label(one) === item,
      );
      if (found) fireEvent.click(found);
      await pass(20);
      const shown = dialog();
      if (shown) await submitIn(shown);
      await close();
    }
    const shown = dialog();
    if (shown) await submitIn(shown);
    await close();
    if (decodeURIComponent(location.pathname + location.search) !== at) {
      act(() => {
        history.pushState({}, '', at);
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await settled(40);
    }
  }
  for (const form of document.querySelectorAll('main form')) await submitIn(form);
};

/** @returns what the server would have refused, and where */
const visit = async (rights: readonly string[], visited: Page[], isPressed: boolean) => {
  const refused: string[] = [];
  const tried = new Set<string>();
  for (const { at } of visited) {
    const began = Date.now();
    const { calls } = renderAdmin({ at: `/admin${at}`, rights, answers: holdingAll() });
    try {
      await settled(40);
      if (isPressed) await walk(`/admin${at}`, tried);
    } catch (error) {
      appendFileSync(
        '/tmp/h/progress.txt',
        `ERR ${at} ${(error as Error).message.slice(0, 200)}\n`,
      );
    }
    appendFileSync(
      '/tmp/h/progress.txt',
      `${at} ${Date.now() - began} ${[...new Set(calls.filter(refusedOf(new Set(rights))).map(({ name, action }) => `${name}.${action}`))].join(' ')}\n`,
    );
    refused.push(
      ...calls
        .filter(refusedOf(new Set(rights)))
        .map(({ name, action }) => `${at}: ${name}.${action}`),
    );
    cleanup();
  }
  return [...new Set(refused)];
};

const firsts = pages.filter(({ isFurther }) => !isFurther);

describe('nothing that the server refuses is asked for', () => {
  it.each(Object.keys(standardRoles) as (keyof typeof standardRoles)[])(
    'by the screens of the role %s',
    async role => {
      const { rights } = standardRoles[role];
      expect(await visit(rights, role === 'viewer' ? pages : firsts, true)).toEqual([]);
    },
    300_000,
  );

  it.each(Object.keys(areas) as Area[])(
    'by the screens of a role that reads %s alone',
    async area => {
      expect(await visit([`${area}.read`], firsts, false)).toEqual([]);
    },
    300_000,
  );
});
