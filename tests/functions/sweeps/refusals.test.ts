import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { codes } from '#contract/envelope.ts';
import type { FunctionName } from '#contract/index.ts';
import { z as schemas } from '#contract/zod.ts';
import { startWorld } from '../world/harness.ts';
import { leavesOf, valueAt, withKey, withLeaf } from '../world/leaves.ts';
import { adminActions, everyAction, type RegisteredAction } from '../world/registry.ts';
import { choiceIn, schemasIn } from './schemas.ts';

const world = await startWorld();

/** It stands still: how long a session is used already would be noted in it. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));

const example = ({ definition }: RegisteredAction) => definition.example as Record<string, unknown>;

/** A list with filters, a write with nested data, one by visitors. */
const thorough = ['adminOrder.getOrders', 'adminTemplate.updateTemplate', 'appTask.createTask'];
/** All of what may be tried on a few actions; on each of the others one, which takes turns. */
const triedOn = <T>({ title }: RegisteredAction, all: readonly T[]): readonly T[] => {
  if (thorough.includes(title)) return all;
  const nth = everyAction.findIndex(at => at.title === title);
  return [all[nth % all.length]!];
};

describe('without a living session', () => {
  let dead: [kind: string, token: unknown][] = [];
  let before: string;

  beforeAll(async () => {
    const { call, reset, someAdmin, set } = world;
    await reset();
    const living = await someAdmin();
    const revoked = await someAdmin();
    expect((await call('adminAuth', 'logout', {}, { token: revoked.token })).code).toBe(0);
    const disabled = await someAdmin();
    const outdated = await someAdmin();
    const expired = await someAdmin();
    const idle = await someAdmin();
    await set('admins', disabled.admin._id, { status: 'disabled' });
    await set('admins', outdated.admin._id, { sessionEpoch: 2 });
    await set('adminSessions', expired.session._id, { maxTime: Date.now() - 1 });
    await set('adminSessions', idle.session._id, { expireTime: Date.now() - 1 });
    const [, id, secret] = living.token.split('.');
    dead = Object.entries({
      none: undefined,
      null: null,
      empty: '',
      garbage: 'garbage',
      number: 1,
      array: [],
      object: {},
      operator: { $ne: null },
      pattern: { $regex: '^adm' },
      revoked: revoked.token,
      disabled: disabled.token,
      outdated: outdated.token,
      expired: expired.token,
      idle: idle.token,
      'of nobody': `adm.${'0'.repeat(24)}.${secret}`,
      guessed: `adm.${id}.${'A'.repeat(43)}`,
      cut: living.token.slice(0, -1),
      'stored hash': living.session._id,
    });
    before = await world.dump();
  });

  it.each(adminActions)('$title answers −1 and changes nothing', async at => {
    const data = example(at);
    for (const [kind, wrong] of triedOn(at, dead))
      for (const sent of [{ data, token: wrong }, { data: { ...data, token: wrong } }])
        expect(await world.send(at.name, { action: at.action, ...sent }), kind).toEqual({
          code: -1,
          message: '身份验证已失效，请重新登录',
          data: null,
          requestId: expect.stringMatching(/./) as string,
        });
    expect(await world.dump()).toBe(before);
  });
});

describe('without a session of the platform', () => {
  const visitorActions = everyAction.filter(({ definition }) => definition.access === 'visitor');

  it.each(visitorActions)('$title is refused', async at => {
    const nobody = {};
    const answer = await world.call(at.name, at.action as never, example(at), { caller: nobody });
    expect(answer.code).toBe(codes.stateNotAllowed);
  });
});

describe('with a living session', () => {
  let token: string;
  let before: string;
  beforeAll(async () => {
    ({ token } = await world.reset());
    before = await world.dump();
  });
  /** Nothing of what is sent may change anything. */
  afterAll(async () => expect(await world.dump()).toBe(before));

  /** Sends it and expects a refusal that names why. */
  const refused = async (name: FunctionName, event: unknown, why: string) => {
    const answer = await world.send(name, event);
    if (answer.code !== 40001 || !/\p{Script=Han}/u.test(answer.message))
      expect.fail(`${why}: ${JSON.stringify(answer)}`);
    return answer;
  };

  const unknown = ['surprise', '$where', 'passwordHash', 'rev ', 'a.b'];
  const ofEveryObject = ['constructor', '__proto__', 'prototype'];
  it.each(everyAction)(
    '$title takes an object with its own keys, and names others wherever they are',
    async at => {
      const insides = leavesOf(example(at)).map(leaf => leaf.slice(0, -1));
      for (const text of new Set(['[]', ...insides.map(inside => JSON.stringify(inside))])) {
        const inside = JSON.parse(text) as (string | number)[];
        if (Array.isArray(valueAt(example(at), inside))) continue;
        // Some objects inside take any name as a key.
        const keys = inside.length > 0 ? [] : triedOn(at, unknown);
        for (const key of [...keys, ...triedOn(at, ofEveryObject)]) {
          const data = withKey(example(at), inside, key, { polluted: 1 });
          const answer = await refused(
            at.name,
            { action: at.action, data, token },
            `${text} ${key}`,
          );
          const { fields } = answer.data as { fields: Record<string, string> };
          expect(Object.entries(fields)).toEqual([
            [[...inside, key].join('.'), '页面已更新，请刷新后再试'],
          ]);
        }
      }
      for (const data of triedOn(at, [null, [], 'text', 1, true, [example(at)]]))
        await refused(at.name, { action: at.action, data, token }, JSON.stringify(data));
      const more = { action: at.action, data: example(at), token, surprise: 1 };
      await refused(at.name, more, 'envelope');
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it.each(everyAction)('$title accepts no operator as a value', async at => {
    const operators = [{ $ne: null }, { $gt: '' }, { $regex: '.*' }, [{ $ne: null }]];
    for (const leaf of leavesOf(example(at))) {
      // Rows of a batch fail one by one; keyword.test.ts looks at them.
      const inRow = leaf[0] === 'keywords' && leaf.length > 2;
      for (const operator of triedOn(at, operators)) {
        if (inRow || (leaf[0] === 'keywords' && Array.isArray(operator))) continue;
        const data = withLeaf(example(at), leaf, operator);
        const why = `${leaf.join('.')} = ${JSON.stringify(operator)}`;
        const answer = await refused(at.name, { action: at.action, data, token }, why);
        const { fields } = answer.data as { fields: Record<string, string> };
        const [path, sentence] = Object.entries(fields)[0] ?? [];
        expect(leaf.join('.').startsWith(path?.split('.')[0] ?? '?'), why).toBe(true);
        expect(sentence, why).toMatch(/\p{Script=Han}/u);
      }
    }
  });

  const withIds = everyAction
    .map(at => ({ ...at, ids: requiredIds(at.definition.input) }))
    .filter(({ ids }) => ids.length > 0);
  it.each(withIds)('$title requires its id', async at => {
    for (const id of at.ids) {
      expect(valueAt(example(at), [id])).toBeTypeOf('string');
      const wrong = [null, '', {}, [], 0, true, 'a/b', '../x', 'a b', 'a$b', 'a.b', 'x'.repeat(65)];
      const { [id]: _removed, ...absent } = example(at);
      const others = triedOn(at, wrong).map(value => ({ ...example(at), [id]: value }));
      for (const data of [absent, ...others]) {
        const why = JSON.stringify(data);
        const answer = await refused(at.name, { action: at.action, data, token }, why);
        expect((answer.data as { fields: object }).fields, why).toHaveProperty([id]);
      }
    }
  });

  /** The data of its example with a version that nobody has stored, beside the id or among the changes. */
  const outdated = ({ definition, ...at }: RegisteredAction) => {
    const { updates, ...data } = definition.example as { updates?: object };
    const wrong = updates
      ? { ...data, updates: { ...updates, rev: 999 } }
      : { ...example({ definition, ...at }), rev: 999 };
    return definition.input.safeParse(wrong).success ? wrong : null;
  };
  const versioned = everyAction
    .map(at => ({ ...at, wrong: outdated(at) }))
    .filter(({ wrong }) => wrong !== null);
  /** They say that it is no longer as it was; the last one's version is the one to be restored. */
  const otherwise: Record<string, number> = {
    'adminStorage.deleteImage': codes.stateNotAllowed,
    'adminOrder.approveRequest': codes.stateNotAllowed,
    'adminOrder.declineRequest': codes.stateNotAllowed,
    'adminSettings.restoreSetting': codes.notFound,
  };
  it.each(versioned)('$title refuses an outdated version', async at => {
    const answer = await world.send(at.name, { action: at.action, data: at.wrong, token });
    expect(answer.code).toBe(otherwise[at.title] ?? codes.conflict);
    if (answer.code === codes.conflict)
      expect((answer.data as { current: object }).current).toBeTruthy();
  });

  const paged = everyAction.filter(
    ({ definition, ...at }) =>
      definition.effect === 'read' &&
      definition.input.safeParse({ ...example({ definition, ...at }), pageSize: 1 }).success,
  );
  it.each(paged)('$title refuses a page of more than a hundred', async at => {
    const data = { ...example(at), pageSize: 101 };
    await refused(at.name, { action: at.action, data, token }, 'pageSize');
  });
});

describe('the sentence beside a field', () => {
  const long = 'x'.repeat(10_000);
  const texts = ['', ' ', 'a b', '！？', '中文', '../x', '\u0000', '\ud800', '20261399', long];
  const lists = [[], [null], ['a b'], [[]], Array(1_000).fill('x')];
  const objects = [{}, { 'a b': 1 }, { a: {} }, { a: { b: {} } }, { clear: false }];
  const scalars = [undefined, null, true, 0, -1, 1.5, 1e21, NaN];
  const wrong: unknown[] = [scalars, texts, lists, objects].flat();

  /** Many actions share a schema. */
  const known = new Set<z.ZodType>();

  it.each(everyAction)('$title says of each what it should be', ({ definition }) => {
    const complaints: string[] = [];
    for (const [path, schema] of schemasIn(definition.input)) {
      if (known.has(schema)) continue;
      known.add(schema);
      for (const value of wrong) {
        const own = schema.safeParse(value).error?.issues.filter(({ path }) => path.length === 0);
        for (const { code, message } of own ?? []) {
          const [, sample] = /，如 (.*[^…])$/.exec(message) ?? [];
          if (
            !/\p{Script=Han}/u.test(message) ||
            /格式不正确|内容无效/.test(message) ||
            (message === '请选择有效的选项' && !choiceIn(schema)) ||
            (sample &&
              ['invalid_format', 'custom'].includes(code) &&
              !schema.safeParse(sample).success)
          )
            complaints.push(`${path} = ${JSON.stringify(value)?.slice(0, 60)}: ${message}`);
        }
      }
    }
    expect(complaints).toEqual([]);
  });

  it('is that of the part of a union which fits best', () => {
    const params = schemas.union([schemas.string(), schemas.array(schemas.string().min(2)).max(3)]);
    const messageOf = (value: unknown) => params.safeParse(value).error?.issues[0]?.message;
    expect(messageOf(['ab', 'c'])).toBe('至少 2 个字符');
    expect(messageOf(['ab', 5])).toBe('应为文字');
    expect(messageOf(5)).toBe('应为文字');
    expect(messageOf(undefined)).toBe('请填写');
  });
});

describe('an action that does not exist', () => {
  const names = [...new Set(everyAction.map(({ name }) => name))];
  let token: string;
  let before: string;
  beforeAll(async () => {
    ({ token } = await world.reset());
    before = await world.dump();
  });
  afterAll(async () => expect(await world.dump()).toBe(before));

  it.each(names)('is refused by %s, whatever it is called', async name => {
    const unknown = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'getSettings '];
    const wrong = [null, 1, {}, [], ['getTemplates'], { $ne: '' }, 'x'.repeat(65)];
    for (const action of [...unknown, ...wrong]) {
      const answer = await world.send(name, { action, data: {}, token });
      expect(answer).toMatchObject({ code: 40001, data: null });
      expect(answer.message).toMatch(/\p{Script=Han}/u);
    }
    for (const event of [undefined, null, [], 'text', 7, {}, { data: {} }]) {
      expect((await world.send(name, event)).code).toBe(40001);
    }
  });

  const isOpen = (name: string) =>
    /^app[A-Z]/.test(name) || ['systemSettings', 'imageService'].includes(name);

  it.each(names)('is refused by %s without a session as every other call there', async name => {
    for (const wrong of [undefined, '', 'garbage', null]) {
      const event = { action: 'nothing', data: {}, ...(wrong !== undefined && { token: wrong }) };
      const { code, message } = await world.send(name, event);
      expect([code, message]).toEqual(
        isOpen(name) ? [40001, '页面已更新，请刷新后再试'] : [-1, '身份验证已失效，请重新登录'],
      );
    }
  });
});

function requiredIds(input: z.ZodType): string[] {
  const { required = [] } = schemas.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    required?: string[];
  };
  return required.filter(key => /^(_?id|[a-z]+Id)$/.test(key));
}
