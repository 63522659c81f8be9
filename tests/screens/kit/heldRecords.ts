import { act, fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { Action } from '#contract/action.ts';
import { entities } from '#contract/entities.ts';
import { codes, type Envelope } from '#contract/envelope.ts';
import { functions } from '#contract/index.ts';
import type { z } from '#contract/zod.ts';
import { resources } from '#dataProvider/resources.ts';
import { zh } from '#i18n/zh/index.ts';
import { screens } from '#src/admin/shell/AdminApp.tsx';
import { resourceDefinitions, screenRoutes } from '#src/admin/shell/screenRoutes.tsx';
import { type Answers, failed, ok, type SentCall } from '../renderAdmin.tsx';
import { like } from './likeContract.ts';

export type Stored = Record<string, unknown> & { _id: string };
interface Row {
  function: string;
  getList: string;
  getOne?: readonly [string, string];
  getMany?: string;
  idField?: string;
}

const definitions = resourceDefinitions(screens);
export const rowOf = (resource: string) => resources[resource as keyof typeof resources] as Row;
const actionOf = (name: string, action: string) =>
  (functions as Record<string, Record<string, Action>>)[name]?.[action];

export const OF_EACH = 4;
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

/**
 * Records of a resource, four in each of its states, each with a name of its own.
 * @param text of their other strings; see `like`
 */
export const recordsOf = (resource: string, text?: string): Stored[] => {
  const of = entities[resource as keyof typeof entities] as
    | { record: z.ZodType; transitions?: object }
    | undefined;
  const { getList, function: name } = rowOf(resource);
  const shape = of?.record ?? listElement(actionOf(name, getList)!);
  const states = Object.keys(of?.transitions ?? { '': 1 });
  return states.flatMap((status, at) =>
    Array.from({ length: OF_EACH }, (_, nth): Stored => {
      const n = at * OF_EACH + nth;
      const empty = like(shape, text) as Record<string, unknown>;
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

export const nameOf = (resource: string, record: Stored): string => {
  const represent = definitions[resource]?.recordRepresentation;
  const held = { id: record._id, ...record };
  if (typeof represent === 'function') return String(represent(held));
  return String(held[represent as keyof typeof held] ?? '');
};

/** What of a call is about records of this resource. */
const answerOf = (resource: string, records: Stored[], hidden: Set<string>, call: SentCall) => {
  const { name: called, action, data } = call;
  const { function: name, getList, getOne, getMany } = rowOf(resource);
  if (called !== name) return undefined;
  const key = (record: Stored) => String(record[rowOf(resource).idField ?? '_id']);
  const empty = like(actionOf(called, action)!.output) as Record<string, unknown>;
  const { ids = (data['filter'] as { ids?: string[] } | undefined)?.ids } = data as {
    ids?: string[];
  };
  if (action === getList || action === getMany) {
    const list = records.filter(one => (ids ? ids.includes(key(one)) : !hidden.has(key(one))));
    return ok({ ...empty, list, total: list.length });
  }
  if (action === getOne?.[0]) {
    const found = records.find(one => key(one) === data[getOne[1]]);
    return found ? ok({ ...empty, ...found }) : failed(codes.notFound);
  }
  return undefined;
};

/** Of all other reads, in the shape of the contract; writes are refused. */
const answerAny = ({ name, action }: SentCall) => {
  const definition = actionOf(name, action);
  if (!definition || definition.effect === 'write') return failed(codes.tooOften);
  if (action === 'getRevisions') {
    const row = like(listElement(definition)) as object;
    return ok({ list: ['b', 'a'].map(_id => ({ ...row, _id })), total: 2 });
  }
  return ok(like(definition.output));
};

const answering = (answer: (call: SentCall) => Envelope): Answers =>
  // One's own profile is as everywhere, with all rights.
  new Proxy<Answers>(
    {},
    { get: (_, key) => (key === 'adminAuth.getProfile' ? undefined : answer) },
  );

/** A transport that holds these records, answers all other reads in the shape of the contract, and refuses writes. */
export const holding = (resource: string, records: Stored[], hidden: Set<string>): Answers =>
  answering(call => answerOf(resource, records, hidden, call) ?? answerAny(call));

const none = new Set<string>();
/** The first of every resource: what the records are filled with leads there. */
const FIRST = '20261110';
/** Two in each state: enough to put in order. */
const all = Object.keys(resources).map(resource => {
  const records = recordsOf(resource, FIRST).filter((_, at) => at % OF_EACH < 2);
  return [resource, records] as const;
});

/** The same with records of every resource, which refer to each other. */
export const holdingAll = (): Answers =>
  answering(call => {
    for (const [resource, records] of all) {
      const answer = answerOf(resource, records, none, call);
      if (answer) return answer;
    }
    return answerAny(call);
  });

export const pass = (ms: number) =>
  act(() => new Promise<void>(resolve => setTimeout(resolve, ms)));
/** Until nothing is being read any more. */
export const settled = async (turns = 200) => {
  for (let turn = 0; turn < turns; turn += 1) {
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
export const dialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
export const close = async () => {
  for (let turn = 0; turn < 100; turn += 1) {
    const last = [...document.querySelectorAll(opened)].at(-1);
    if (!last) return;
    if (turn % 20 === 0) fireEvent.keyDown(last, { key: 'Escape' });
    await pass(20);
  }
  expect.fail(`stays open: ${dialog()?.textContent}`);
};
export const label = (button: Element) =>
  button.getAttribute('aria-label') ?? button.textContent ?? '';
export const buttonsIn = (parts: Iterable<Element>) =>
  [...parts]
    .flatMap(part => [...part.querySelectorAll('button')])
    .filter(({ disabled }) => !disabled);

export const routes = screenRoutes(screens).filter(
  ({ resource }) => resource !== undefined && resource in resources,
);
