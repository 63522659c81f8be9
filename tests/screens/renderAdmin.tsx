import { act, fireEvent, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import type { PlatformSession } from '#authProvider/endSession.ts';
import { saveSession, tokenOfTab } from '#authProvider/session.ts';
import type { Admin, Session } from '#contract/admin.ts';
import { codeMessages, codes, type Envelope } from '#contract/envelope.ts';
import type { ActionName, ActionOutput, FunctionName } from '#contract/index.ts';
import { type UserEventName, userEventNames } from '#contract/messageEvents.ts';
import { type MessageObstacle, messageObstacle } from '#contract/messageObstacle.ts';
import { allRights } from '#contract/rights/rights.ts';
import { noLimits, type RoleLimits } from '#contract/rights/roles.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { createInvoker, type Invoke } from '#dataProvider/invoke.ts';
import { ManagementApp } from '#src/signIn/ManagementApp.tsx';
import { quietDashboard } from './shell/dashboardFixture.ts';

/** What reached the transport: one call of a function, as the SDK would send it. */
export interface SentCall {
  name: string;
  action: string;
  data: Record<string, unknown>;
  token?: string;
  source?: string;
}

type Answer = Envelope | Promise<Envelope> | undefined;

export type Answering = (call: SentCall) => Answer;
type Title = { [F in FunctionName]: `${F}.${ActionName<F>}` }[FunctionName];
type OutputOf<T> = T extends `${infer F extends FunctionName}.${infer A}`
  ? A extends ActionName<F>
    ? ActionOutput<F, A>
    : never
  : never;

/**
 * Answers for single actions: what it always answers, `'adminTemplate.getTemplates': {list: [], total: 0}`, or
 * `call => ok({list: [], total: 0})`.
 */
export type Answers = { [T in Title]?: Answering | OutputOf<T> } & Record<
  string,
  object | undefined
>;

export const ok = <T,>(data: T): Envelope<T> => ({
  code: codes.ok,
  message: 'ok',
  data,
  requestId: 'req-ok',
});

/** `ok` with the output of a declared action, checked by the compiler. */
export const answer = <F extends FunctionName, A extends ActionName<F>>(
  _name: F,
  _action: A,
  data: ActionOutput<F, A>,
) => ok(data);

export const failed = (code: number, message?: string, data: unknown = null): Envelope => ({
  code,
  message: message ?? codeMessages[code as keyof typeof codeMessages] ?? '',
  data,
  requestId: `req-${code}`,
});

export const adminRecord: Admin = {
  _id: 'admin_0001',
  rev: 3,
  createTime: 1_700_000_000_000,
  updateTime: 1_700_000_000_000,
  username: 'lina',
  nickName: '李娜',
  avatar: '',
  role: 'admin',
  lastLoginTime: 1_700_000_000_000,
  oneTimeUntil: null,
  secondFactorTime: null,
};

/** One with all rights. */
export const profileRecord = {
  ...adminRecord,
  roleName: '管理员',
  rights: [...allRights] as string[],
  limits: noLimits,
};

/** With nothing set up; so far as it is given, otherwise. */
export const sending = (
  given: Partial<typeof settingDefaults.notification> = {},
  appid = '',
): ActionOutput<'adminMessage', 'getSending'> => {
  const settings = { ...settingDefaults.notification, ...given };
  const obstacleOf = (event: UserEventName) => messageObstacle(event, settings, appid);
  return {
    obstacles: Object.fromEntries(
      userEventNames.map(event => [event, obstacleOf(event)]),
    ) as Record<UserEventName, MessageObstacle | null>,
    quietHours: settings.quietHours,
    readyTexts: settings.readyTexts,
    serviceFields: settings.subscribe.service.fields,
  };
};

const session: Session = {
  _id: 'session_1',
  createTime: 1_700_000_000_000,
  lastSeenTime: 1_700_000_000_000,
  expireTime: 1_900_000_000_000,
  ip: '10.0.0.8',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
  current: true,
};

const standard: Answers = {
  'adminAuth.login': {
    token: 'adm.admin_0001.test',
    ticket: 'ticket',
    expireTime: Date.now() + 3_600_000,
    admin: profileRecord,
  },
  'adminAuth.logout': {},
  'adminAuth.getProfile': profileRecord,
  'adminAuth.getSecondFactor': {
    since: null,
    isRequired: false,
    recoveryLeft: 0,
    devices: [],
  },
  'adminAuth.getSessions': { list: [session] },
  'adminTemplate.getTemplates': () =>
    ok({ list: [], total: 0, counts: { draft: 0, online: 0, offline: 0 } }),
  'adminCategory.getCategories': () => ok({ list: [], total: 0 }),
  'keyword.getKeywords': () => ok({ list: [], total: 0 }),
  'imageService.getSignedUrls': () => ok({ list: [] }),
  'adminMessage.getMessages': () => ok({ list: [], total: 0 }),
  'adminMessage.getSending': sending(),
  ...Object.fromEntries(
    Object.entries(quietDashboard).map(([action, data]) => [
      `adminDashboard.${action}`,
      () => ok(data),
    ]),
  ),
};

/** Types all at once: each key would render the whole page anew. */
export const put = (input: HTMLElement, value: string) =>
  fireEvent.change(input, { target: { value } });

/** Presses without moving the focus, which jsdom takes long for, and waits for what comes of it at once. */
export const click = (element: Element) =>
  act(async () => {
    fireEvent.mouseDown(element);
    fireEvent.mouseUp(element);
    fireEvent.click(element);
  });

/** A window of this width, which answers media queries as a browser does. */
const setWidth = (width: number, { dark = false }: { dark?: boolean } = {}) => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('matchMedia', (query: string) => {
    const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
    const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
    const scheme = /prefers-color-scheme:\s*(\w+)/.exec(query)?.[1];
    return {
      matches:
        (min === undefined || width >= Number(min)) &&
        (max === undefined || width <= Number(max)) &&
        (scheme === undefined || (scheme === 'dark') === dark) &&
        !query.includes('reduced-motion'),
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    };
  });
};

export interface RenderAdminOptions {
  /** The browser's address, `/admin/templates?filter=…`. */
  at?: string;
  answers?: Answers;
  /** False: nobody has signed in. */
  signedIn?: boolean;
  /** Of the role; all by default. */
  rights?: readonly string[];
  /** Of the role; none by default. */
  limits?: RoleLimits;
  width?: number;
  dark?: boolean;
  /** In place of the whole management side. */
  application?: (invoke: Invoke) => ReactElement;
}

/**
 * Mounts the real application, sign-in page included, with a fake transport: everything from the invoker up is what
 * ships. Has default answers for a list, a profile and a sign-in.
 */
export const renderAdmin = ({
  at = '/admin/dashboard',
  answers = {},
  signedIn = true,
  rights = profileRecord.rights,
  limits = profileRecord.limits,
  width = 1440,
  dark = false,
  application,
}: RenderAdminOptions = {}) => {
  setWidth(width, { dark });
  const { _id, username, nickName, avatar } = adminRecord;
  if (signedIn)
    saveSession('adm.admin_0001.test', Date.now() + 3_600_000, {
      id: _id,
      username,
      nickName,
      avatar,
      role: 'admin',
      roleName: profileRecord.roleName,
      rights: [...rights],
      limits,
    });
  history.replaceState(null, '', at);

  const calls: SentCall[] = [];
  const callFunction = vi.fn(async (name: string, request: object): Promise<unknown> => {
    const call = { name, data: {}, ...request } as SentCall;
    calls.push(call);
    const key = `${name}.${call.action}`;
    const given = answers[key] ?? standard[key];
    const reply = await (typeof given === 'function'
      ? (given as Answering)(call)
      : given && ok(given));
    if (!reply) throw new Error(`The test has no answer for ${key}`);
    return reply;
  });
  const invoke: Invoke = createInvoker({ callFunction, getToken: tokenOfTab });
  const platform = {
    signInWithTicket: vi.fn<PlatformSession['signInWithTicket']>().mockResolvedValue(),
    signOut: vi.fn<PlatformSession['signOut']>().mockResolvedValue(),
  };
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const screen = render(
    application?.(invoke) ?? <ManagementApp invoke={invoke} platform={platform} />,
  );
  return {
    ...screen,
    user,
    platform,
    callFunction,
    calls,
    /** The calls of one action so far. */
    sent: (action: string) => calls.filter(call => call.action === action),
    /** What they sent. */
    dataOf: (action: string) =>
      calls.filter(call => call.action === action).map(({ data }) => data),
  };
};
