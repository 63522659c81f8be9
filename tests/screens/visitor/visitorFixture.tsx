import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { ActionOutput } from '#contract/index.ts';
import { defaultSystemSettings, type SystemSettings } from '#contract/systemSettings.ts';
import { type PublicPreset, type PublicTemplate, publicTemplate } from '#contract/visitor.ts';
import { type VisitorTask, visitorTask } from '#contract/visitorTask.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { loadSystemSettings } from '#src/shared/settings.ts';
import { createVisit } from '#src/visitor/visit.ts';
import { VisitorApp } from '#src/visitor/VisitorApp.tsx';
import { createFakeSigner } from '../../shared/fakeSigner.ts';
import { pageAfter } from './pageAfter.ts';

export const NOW = Date.parse('2026-11-20T10:00:00+08:00');
export const DAY = 86_400_000;
export const PHOTO = 'user_upload/usr_1/202611/a.jpg';
export const unreachable = new PlatformFailure('NETWORK', 'upstream text with 401');

/** An action that fails. */
export const fail = (failure: unknown) => () => {
  throw failure;
};

/** What the page does in so many milliseconds, until nothing more comes of that. */
export const pass = async (ms = 10) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let shown = ''; shown !== document.body.innerHTML;) {
    shown = document.body.innerHTML;
    await act(() => vi.advanceTimersByTimeAsync(0));
  }
};
/** Without header and footer. */
export const inMain = () => within(screen.getByRole('main'));

export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }));

/** What the styles are asked about it. */
export const onDevice = (device: 'desktop' | 'phone') =>
  vi.stubGlobal('matchMedia', () => ({ matches: device === 'phone' }));

/** The site as an administrator has set it, and otherwise as it is by default. */
export const settle = (site: Partial<SystemSettings['site']> = {}) =>
  act(() =>
    loadSystemSettings((() =>
      Promise.resolve({
        ...defaultSystemSettings,
        site: { ...defaultSystemSettings.site, ...site },
      })) as unknown as Invoke),
  );

let loaded: Promise<void> | undefined;

/** For each test of a file: a clock that stands, default settings, an empty draft, a quiet console. */
export const prepareVisitorPages = (clock?: Parameters<typeof vi.useFakeTimers>[0]) => {
  beforeAll(() => (loaded ??= loadPages()), 120_000);
  beforeEach(async () => {
    await settle();
    vi.useFakeTimers(clock);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('scrollTo', vi.fn());
    onDevice('desktop');
    sessionStorage.clear();
    let made = 0;
    URL.createObjectURL = () => `blob:${(made += 1)}`;
    URL.revokeObjectURL = vi.fn();
  });
  afterEach(() => {
    // Before the clock goes again.
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  afterAll(() => settle());
};

/** Of the visitor's own, with what the schema fills in. */
export const task = (more: Partial<VisitorTask> = {}): VisitorTask =>
  visitorTask.parse({
    _id: 'task_1',
    taskNo: 'T20261120001',
    createTime: NOW,
    templateId: 'tpl_1',
    templateName: '水彩肖像',
    status: 'queued',
    queueAhead: 3,
    lane: 'free',
    averageSec: 20,
    costCredits: 8,
    removed: [],
    expireTime: null,
    ...more,
  });

export const template = (at: number, more: Partial<PublicTemplate> = {}): PublicTemplate => {
  const [_id, name, coverImage] = [`tpl_${at}`, `模板${at}`, `template/${at}.png`];
  return { ...publicTemplate.parse({ _id, name, coverImage, costCredits: 8 }), ...more };
};

export const templates = (count: number) => Array.from({ length: count }, (_, at) => template(at));

type Data = Record<string, unknown>;
type Answers = Record<string, (data: never) => unknown>;

export const quote = {
  costCredits: 8,
  freeLeft: 0,
  credits: { paid: 30, gift: 20 },
  running: 0,
  mostRunning: 3,
  queueAhead: 0,
  lane: 'paid' as 'paid' | 'free',
  averageSec: 20,
  refusal: '',
  stop: '',
};

interface Asked {
  action: string;
  data: Data;
  answer: (output: unknown) => Promise<void>;
  fail: (failure: unknown) => Promise<void>;
}

/**
 * The visitor side on a fake of its functions. Templates are found by name; `hold()` keeps calls waiting, to be
 * answered one by one and in any order.
 */
export const openVisitor = (
  address = '/',
  stored: PublicTemplate[] = templates(3),
  failing: Record<string, unknown> = {},
  answers: Answers = {},
) => {
  history.replaceState(null, '', address);
  const signer = createFakeSigner();
  const calls: { action: string; data: Data }[] = [];
  const held: Asked[] = [];
  const visitor = {
    calls,
    signer,
    held,
    stored,
    holding: false,
    /** What every call throws. */
    failure: undefined as unknown,
    /** What calls of single actions throw. */
    failing,
    /** What single actions answer, instead of the usual. */
    answers,
    presets: [] as PublicPreset[],
    apps: { categories: [], list: [] } as ActionOutput<'appTemplate', 'getLocalApps'>,
    quote,
    callsOf: (action: string) =>
      calls.filter(call => call.action === action).map(({ data }) => data),
    categories: [
      { _id: 'cat_1', name: '古风', parentId: '', coverImage: '' },
      { _id: 'cat_2', name: '证件照', parentId: '', coverImage: '' },
    ],
    startAnew: vi.fn(() => Promise.resolve()),
    listCalls: () =>
      calls.filter(({ action }) => action === 'getTemplates').map(({ data }) => data),
  };

  const answerOf = (action: string, data: Data): unknown => {
    const own = visitor.answers[action];
    if (own) return own(data as never);
    if (action === 'quote') return visitor.quote;
    if (action === 'getHome') return { quickFunctions: [], localApps: [], keywords: [] };
    if (action === 'getLocalApps') return visitor.apps;
    if (action === 'countClick') return {};
    if (action === 'getCategories') return { list: visitor.categories };
    if (action === 'getTemplateById') {
      const found = visitor.stored.find(({ _id }) => _id === data.id);
      if (!found) throw new ActionFailure({ code: 40400, message: '记录不存在或已被删除' });
      return { ...found, presets: visitor.presets };
    }
    const {
      q = '',
      filter,
      ...page
    } = data as {
      after?: string;
      pageSize: number;
      q?: string;
      filter?: { categoryIds: string };
    };
    const found = visitor.stored.filter(
      ({ name, categoryIds }) =>
        name.includes(q) && (!filter || categoryIds.includes(filter.categoryIds)),
    );
    return pageAfter(found, page);
  };

  const invoke = (async (name: string, action: string, data: Data) => {
    if (name === 'imageService') return signer.invoke(name, action as never, data as never);
    calls.push({ action, data });
    const failure = visitor.failure ?? visitor.failing[action];
    if (failure) throw failure;
    if (!visitor.holding || action !== 'getTemplates') return answerOf(action, data);
    return new Promise((resolve, reject) => {
      held.push({
        action,
        data,
        answer: output => act(async () => resolve(output)),
        fail: failure => act(async () => reject(failure)),
      });
    });
  }) as unknown as Invoke;

  const app = <VisitorApp visit={createVisit(invoke, true)} startAnew={visitor.startAnew} />;
  return { ...render(app), visitor };
};

export const type = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });

export const names = () =>
  [...document.querySelectorAll('a.card .card-name')].map(({ textContent }) => textContent);

/**
 * Pages and their parts are loaded when they are first shown, which takes as long as it takes: once in a process, before
 * the first test.
 */
async function loadPages() {
  const never = new Proxy({}, { get: () => () => new Promise(() => {}) });
  const pages = ['task/1', 'works', 'me', 'print/new', 'print/1', 'prints', 'mini-program'];
  for (const page of pages) {
    const { unmount } = openVisitor(`/${page}`, [], {}, never);
    await waitFor(() => expect(document.querySelector('.page-loading')).toBeNull());
    unmount();
  }
  openVisitor('/template/tpl_1');
  await screen.findByRole('form');
  press('投诉与反馈');
  await screen.findByRole('dialog');
  cleanup();
}
