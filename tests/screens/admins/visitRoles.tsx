import { act, cleanup, fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { demandOf, meets } from '#contract/rights/demands.ts';
import { accessTo, admits, areaOf } from '#contract/rights/rights.ts';
import { settingDefaults, type SettingType } from '#contract/settingFields.ts';
import { zh } from '#i18n/zh/index.ts';
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
} from '../kit/heldRecords.ts';
import { type Answers, ok, profileRecord, renderAdmin, type SentCall } from '../renderAdmin.tsx';

/** Of a resource with states, the page of one record in each. */
const pagesOf = (resource: string, page: string | undefined, path: string): string[] =>
  recordsOf(resource)
    .filter((_, at) => at % OF_EACH === 0)
    .flatMap(({ _id }, nth) => {
      const at = path.replace('/*', '').replace(':id', _id);
      const tabs = resource === 'users' && page === 'show' && nth === 0 ? userTabs.slice(1) : [];
      return [at, ...tabs.map(tab => `${at}/${tab}`)];
    });

export const pages = screenRoutes(screens).flatMap(({ resource, page, path }): string[] => {
  if (path === '/settings') return Object.keys(settingDefaults).map(tab => `${path}?tab=${tab}`);
  return resource && path.includes(':id') ? pagesOf(resource, page, path) : [path];
});

const stored = (type: SettingType) =>
  ok({
    type,
    rev: 2,
    updateTime: null,
    updateBy: null,
    damagedSecrets: [],
    data: settingDefaults[type],
  });
const settings: Answers = {
  'adminSettings.getSettings': ({ data }) => stored(data['type'] as SettingType),
  'adminSettings.getPaymentSettings': () => stored('payment'),
  'adminSettings.getNotificationSettings': () => stored('notification'),
};
const held = holdingAll();
const answersTo = (rights: readonly string[]) => {
  const own: Answers = {
    ...settings,
    'adminAuth.getProfile': () => ok({ ...profileRecord, rights }),
  };
  return new Proxy<Answers>({}, { get: (_, key: string) => own[key] ?? held[key] });
};

/** Until nothing is being read, and nothing has been asked for a while. */
const quiet = async (calls: readonly SentCall[]) => {
  let asked = -1;
  for (let turn = 0; turn < 40; turn += 1) {
    await pass(30);
    const isReading = document.querySelector('.MuiSkeleton-root, [aria-busy=true]');
    if (document.querySelector('h1') && !isReading && calls.length === asked) return;
    asked = calls.length;
  }
};

const isRefused = (rights: ReadonlySet<string>, { name, action, data }: SentCall) => {
  const definition = (functions as Record<string, Actions>)[name]?.[action];
  return definition?.access === 'admin' && !meets(rights, demandOf(definition, data));
};

/** A page that links lead to, of those that belong to an area. */
const isClosed = (rights: ReadonlySet<string>, href: string) => {
  const { pathname, searchParams } = new URL(href, location.href);
  const [, admin, resource = '', ...rest] = pathname.split('/');
  const area = admin === 'admin' ? areaOf(resource) : null;
  // The beginning is another page where a role has no dashboard.
  if (!area || area === 'dashboard') return false;
  if (['payment', 'notification'].includes(searchParams.get('tab') ?? ''))
    return !rights.has('settings.secrets');
  return !rights.has(`${area}.${rest.at(-1) === 'create' ? 'write' : 'read'}`);
};

const textual =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea:not([aria-hidden])';
const samples: Record<string, string> = {
  number: '1',
  date: '2026-11-20',
  'datetime-local': '2026-11-20T10:00',
};
/** Fills in what is empty, and sends it. */
const submit = async (within: Element) => {
  for (const input of within.querySelectorAll<HTMLInputElement>(textual)) {
    if (input.disabled || input.readOnly || input.closest('fieldset:disabled, [role=search]'))
      continue;
    fireEvent.change(input, { target: { value: samples[input.type] ?? '样例说明' } });
  }
  await pass(10);
  const button = within.querySelector(
    'button[type=submit], .MuiButton-colorError, .MuiButton-contained',
  );
  if (button) fireEvent.click(button);
  await pass(10);
};

/** What chooses what is shown of a list, and what is disabled. */
const isHarmless = (button: Element) =>
  button.closest('[role=search], thead, fieldset:disabled') !== null ||
  (button.matches('[role=tab]') && !button.closest('form')) ||
  /^(显示列|视图|取消选择|自定义)$/.test(label(button));

interface Pressed {
  calls: readonly SentCall[];
  opensForm: boolean;
}
/** What pressing a button has done, on the screens of an earlier role. */
const known = new Map<string, Pressed>();

interface Visit {
  rights: ReadonlySet<string>;
  calls: readonly SentCall[];
  tried: Set<string>;
  refuse: (what: string) => void;
}

/** Whether a role does nothing but look. */
const isReader = (rights: ReadonlySet<string>) =>
  [...rights].every(right => right.endsWith('.read'));

/** Presses every button, each of a list once, and what it opens; one that is known only where something is refused. */
const press = async (at: string, { rights, calls, tried, refuse }: Visit) => {
  const section = at.split('/').slice(0, 3).join('/');
  const kind = (button: Element) => `${section} ${label(button).replaceAll(/样例\d+号|\d/g, '')}`;
  const boxes = 'main tbody input[type=checkbox], main li input[type=checkbox]';
  for (const box of document.querySelectorAll<HTMLInputElement>(boxes))
    if (!box.disabled) fireEvent.click(box);
  await pass(10);
  for (;;) {
    const button = buttonsIn(document.querySelectorAll('main')).find(
      one => !isHarmless(one) && !tried.has(kind(one)),
    );
    if (!button) break;
    tried.add(kind(button));
    const before = known.get(kind(button));
    const isFine =
      before?.calls.every(call => !isRefused(rights, call)) &&
      !(before.opensForm && isReader(rights));
    if (isFine) continue;
    const [name, sent] = [kind(button), calls.length];
    let opensForm = false;
    fireEvent.click(button);
    await pass(10);
    const items = [...document.querySelectorAll('[role=menu] [role=menuitem]')].map(label);
    for (const item of items.length > 0 ? items : ['']) {
      if (item && !document.querySelector('[role=menuitem]')) fireEvent.click(button);
      await pass(10);
      const found = [...document.querySelectorAll('[role=menuitem]')].find(
        one => label(one) === item,
      );
      if (found) fireEvent.click(found);
      await pass(10);
      const opened = dialog();
      opensForm ||= Boolean(opened?.querySelector('button[type=submit]'));
      if (opened) await submit(opened);
      await close();
    }
    if (opensForm && isReader(rights)) refuse(`opens a form by ${name}`);
    known.set(name, { calls: calls.slice(sent), opensForm });
    if (decodeURIComponent(location.pathname) === at.split('?')[0]) continue;
    act(() => {
      history.pushState({}, '', at);
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await pass(50);
  }
  for (const form of document.querySelectorAll('main form')) await submit(form);
};

/** @returns what the server would have refused, and where it was asked for */
export const visit = async (
  given: readonly string[],
  visited: readonly string[],
  isPressed: boolean,
) => {
  const rights = new Set(given);
  const refused = new Set<string>();
  const tried = new Set<string>();
  const opened = visited.filter(at => admits(rights, accessTo(at)));
  expect(opened.length).toBeGreaterThan(2);
  for (const at of opened) {
    const { calls } = renderAdmin({ at: `/admin${at}`, rights: given, answers: answersTo(given) });
    const refuse = (what: string) => refused.add(`${at} ${what}`);
    await quiet(calls);
    for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href]'))
      if (isClosed(rights, href)) refuse(`leads to ${new URL(href).pathname}`);
    if (document.body.textContent.includes(zh.app.error.title)) refuse('fails');
    if (isPressed) await press(`/admin${at}`, { rights, calls, tried, refuse });
    for (const call of calls)
      if (isRefused(rights, call)) refuse(`asks for ${call.name}.${call.action}`);
    cleanup();
  }
  return [...refused];
};

const record = /\/\d{8}$/;
/** Of each resource the page of one record. */
export const firsts = pages.filter((at, nth) => {
  const before = pages[nth - 1] ?? '';
  const isFurther = record.test(at) && record.test(before);
  return !(isFurther && at.replace(record, '') === before.replace(record, ''));
});
