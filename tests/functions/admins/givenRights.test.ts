import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { functions } from '#contract/index.ts';
import { startWorld } from '../world/harness.ts';
import { setUpFactor } from '../world/withFactor.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;
const { database } = world.emulator;

/** The one who gives; the second factor was confirmed just now where there is one. */
let giver = { token: '' };
let giverId = '';
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  const { admin, token } = await world.reset();
  giver = { token };
  giverId = admin._id;
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const DAY = 24 * 3_600_000;

const own = async (role: string) => {
  const { admin, token } = await someAdmin({ role });
  return { id: admin._id, as: { token } };
};
/** Lives through the days of a test. */
const keepSession = async (id: string) => {
  const session = (await rows('adminSessions')).find(({ adminId }) => adminId === id);
  const end = Date.now() + 40 * DAY;
  await set('adminSessions', String(session?.['_id']), { expireTime: end, maxTime: end });
};
const promote = (id: string) =>
  ok('adminAdministrator', 'setAdministratorRole', { id, role: 'admin' }, giver);

const payment = (as: object): Promise<{ code: number }> =>
  call('adminSettings', 'updatePaymentSettings', { data: { orderExpireMin: 30 } }, as);
/** What an account without a second factor would be used for. */
const codesOf = async (as: object) => {
  const answers = [
    await payment(as),
    await call('adminAdministrator', 'resetSecondFactor', { id: giverId }, as),
    await call('adminAdministrator', 'resetAdministratorPassword', { id: 'adm_0002' }, as),
    await call('adminAdministrator', 'createAdministrator', another, as),
    await call('adminApiKey', 'createApiKey', functions.adminApiKey.createApiKey.example, as),
  ];
  return [...new Set(answers.map(({ code }) => code))];
};
const another = { username: 'mallory', nickName: '甲' };

describe('an account without a second factor', () => {
  it('does nothing that asks for one for a day after its rights grew, and may set one up at once', async () => {
    const { id, as } = await own('viewer');
    await promote(id);
    expect(await codesOf(as)).toEqual([40303]);
    await setUpFactor(world, as.token);
    expect((await payment(as)).code).toBe(0);
  });

  it('does it after that day where its giver had none', async () => {
    const { id, as } = await own('viewer');
    await promote(id);
    await keepSession(id);
    later(DAY - 60_000);
    expect((await payment(as)).code).toBe(40303);
    later(120_000);
    expect((await payment(as)).code).toBe(0);
  });

  it('never does it where its giver had one', async () => {
    const { id, as } = await own('viewer');
    await setUpFactor(world, giver.token);
    await promote(id);
    await keepSession(id);
    later(30 * DAY);
    expect((await payment(as)).code).toBe(40303);
  });

  it.each([
    [
      'whose role was given more',
      async () => {
        const { as } = await own('role_0001');
        const rights = ['administrators.write', 'settings.secrets', 'api-keys.write'] as const;
        const [role] = (await rows('roles')).filter(({ _id }) => _id === 'role_0001');
        const change = { id: 'role_0001', rev: Number(role!['rev']), rights: [...rights] };
        await ok('adminAdministrator', 'updateRole', change, giver);
        return as;
      },
    ],
    [
      'that was enabled',
      async () => {
        const { id, as } = await own('admin');
        await set('admins', id, { status: 'disabled' });
        await ok('adminAdministrator', 'setAdministratorStatus', { id, status: 'active' }, giver);
        return as;
      },
    ],
  ])('%s waits as well', async (_what, raise) => {
    const as = await raise();
    expect((await payment(as)).code).toBe(40303);
  });

  it('is asked for nothing where nobody gave it rights, as the first one and those of the command line', async () => {
    expect((await payment(giver)).code).toBe(0);
    const { as } = await own('admin');
    expect((await payment(as)).code).toBe(0);
  });
});

/** `meanwhile` happens while the function is at this request to the database. */
const atRequest = async <T>(
  action: string,
  meanwhile: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> => {
  const handle = database.handle.bind(database);
  let isOver = false;
  database.handle = async (name, body) => {
    if (name === `database.${action}` && !isOver) {
      isOver = true;
      await meanwhile();
    }
    return handle(name, body);
  };
  try {
    return await work();
  } finally {
    database.handle = handle;
  }
};

describe('rights that end', () => {
  const makes = [
    [
      'administrators',
      'admins',
      (as: object): Promise<{ code: number }> =>
        call(
          'adminAdministrator',
          'createAdministrator',
          { username: 'mallory', nickName: '甲' },
          as,
        ),
    ],
    [
      'roles',
      'roles',
      (as: object): Promise<{ code: number }> =>
        call('adminAdministrator', 'createRole', { name: '新', rights: ['orders.read'] }, as),
    ],
    [
      'changes of roles',
      'roles',
      (as: object): Promise<{ code: number }> =>
        call(
          'adminAdministrator',
          'updateRole',
          { id: 'role_0001', rev: 1, description: '新' },
          as,
        ),
    ],
  ] as const;

  it.each(makes)('end at once for who makes %s', async (_what, collection, make) => {
    const { id, as } = await own('admin');
    const disable = () => set('admins', id, { status: 'disabled', sessionEpoch: 2 });
    const before = await rows(collection);
    const answer = await atRequest('startTransaction', disable, () => make(as));
    expect(answer.code).toBe(40902);
    const known = new Set(before.map(({ _id }) => _id));
    expect((await rows(collection)).filter(({ _id }) => !known.has(_id))).toEqual([]);
  });

  it('leave nobody with a role that was deleted while it was given', async () => {
    for (let round = 0; round < 8; round += 1) {
      await world.reset();
      const remove = call('adminAdministrator', 'deleteRole', { id: 'role_0002' }, giver);
      const given = [
        call(
          'adminAdministrator',
          'setAdministratorRole',
          { id: 'adm_0002', role: 'role_0002' },
          giver,
        ),
        call(
          'adminAdministrator',
          'createAdministrator',
          { username: 'xiaochen', nickName: '小陈', role: 'role_0002' },
          giver,
        ),
      ];
      await Promise.all([remove, ...given]);
      const known = new Set((await rows('roles')).map(({ _id }) => _id));
      const holders = (await rows('admins')).filter(({ role }) => role === 'role_0002');
      expect([known.has('role_0002'), holders.length > 0]).not.toEqual([false, true]);
    }
  });
});
