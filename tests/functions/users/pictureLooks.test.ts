import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRights } from '#contract/rights/rights.ts';
import { copyWorld, picture } from '../files/copyWorld.ts';
import { startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { costOf } from '../world/waits.ts';

/** Pictures of users: who is given them, and what it leaves in the audit log. */
const world = await startWorld({ LOOKS_WRITTEN_MS: 3_600_000 });
const { as, call, ok, rows, someAdmin } = world;
const { store } = copyWorld(world);
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const FORBIDDEN = 40305;
const HOUR = 3_600_000;
const template = 'template/demo/tpl_0001.png';

const holding = async (rights: readonly string[]) => {
  const _id = `role_${Math.random().toString(36).slice(2)}`;
  await world.insert('roles', [
    { _id, rev: 1, name: _id, norm: _id, rights, createTime: 0, updateTime: 0 },
  ]);
  return { token: (await someAdmin({ role: _id })).token };
};
/** Whatever there is, but for the right and the one that makes print files. */
const blind = () =>
  holding(allRights.filter(right => right !== 'users.pictures' && right !== 'print-orders.write'));

const photoOf = (userId: string, name: string) =>
  picture().then(content =>
    store(`user_upload/${userId}/202611/${name}.png`, content, { userId, scene: 'user_upload' }),
  );
const looksOf = async (adminId: string) =>
  (await rows('auditLogs')).filter(
    row => row['action'] === 'lookAtPictures' && row['adminId'] === adminId,
  );
const given = async (fileList: string[], who: object) =>
  (await ok('adminStorage', 'getFileList', { fileList }, who)).list.map(({ url, unmade, denied }) =>
    denied ? 'denied' : url || unmade ? 'given' : 'nothing',
  );
/** Addresses of what belongs to users, in an answer. */
const leaked = (answer: unknown) =>
  JSON.stringify(answer).match(/\/cos\/(user_upload|results|print-archive)[^?"]+\?/g) ?? [];

describe('without the right to see pictures of users', () => {
  it('no action gives an address of one', async () => {
    const who = await blind();
    const seen: string[] = [];
    for (const { name, action, definition, title } of adminActions) {
      if (['adminAuth.logout', 'adminAuth.changePassword'].includes(title)) continue;
      const answer = await world.send(name, { action, data: definition.example, ...who });
      if (leaked(answer).length > 0) seen.push(title);
    }
    expect(seen).toEqual([]);
    // So addresses are recognised where there are some.
    const { example } = adminActions.find(({ action }) => action === 'getPrintFiles')!.definition;
    expect(leaked(await ok('adminPrintOrder', 'getPrintFiles', example, as()))).not.toEqual([]);
  });

  it('photos and results are denied in every style, also those that no row names, and the rest is given', async () => {
    const who = await blind();
    const photo = await photoOf('usr_0001', 'a');
    const about = { userId: 'usr_0001', scene: 'task_result' };
    const work = await store('results/usr_0001/task_a/1.png', await picture(), about);
    await ok('imageCopy', 'makeAnyCopy', { url: `${photo}!thumbnail` }, as());
    const theirs = [photo, work, 'user_upload/usr_0001/202611/gone.png'].flatMap(path => [
      path,
      `${path}!thumbnail`,
      `${path}!download`,
      `cloud://local.files/${path}`,
    ]);
    expect(await given([...theirs, template], who)).toEqual([
      ...theirs.map(() => 'denied'),
      'given',
    ]);
    for (const url of theirs)
      expect((await call('imageCopy', 'makeAnyCopy', { url }, who)).code).toBe(FORBIDDEN);
    const prints = { ids: ['prt_0001'] };
    expect((await call('adminPrintOrder', 'getPrintFiles', prints, who)).code).toBe(FORBIDDEN);
    expect(await given(theirs.slice(0, 8), as())).toEqual(theirs.slice(0, 8).map(() => 'given'));
  });

  it('a list of pictures has their thumbnails for who may see them, and says which are not for others', async () => {
    const photo = await photoOf('usr_0001', 'k');
    await ok('imageCopy', 'makeAnyCopy', { url: `${photo}!thumbnail` }, as());
    const listed = async (who: object) => {
      const asked = { filter: { userId: 'usr_0001' }, withPictures: true };
      const { list, pictures = [] } = await ok('adminStorage', 'getImages', asked, who);
      expect(pictures).toHaveLength(list.length);
      return pictures.find(({ src }) => src === `${photo}!thumbnail`);
    };
    expect(await listed(as())).toMatchObject({ url: expect.stringContaining('?') });
    expect(await listed(await blind())).toMatchObject({ url: '', denied: true });
    expect(await ok('adminStorage', 'getImages', {}, as())).not.toHaveProperty('pictures');
  });

  it('results of trials are shown, which are no user’s', async () => {
    const row = { userId: '', scene: 'task_result' };
    const result = await store('results/trial/task_b/1.png', await picture(), row);
    expect(await given([result], await holding(['templates.read']))).toEqual(['given']);
    expect(await given([result], await holding(['keywords.read']))).toEqual(['denied']);
  });

  it('no template is tried with a photo of a user', async () => {
    const inputs = { photo: await photoOf('usr_0001', 'c') };
    const wish = { templateId: 'tpl_0001', inputs };
    const { admin, token } = await someAdmin({ role: 'operator' });
    expect((await call('adminTemplate', 'runTrial', wish, { token })).code).toBe(FORBIDDEN);
    expect(await looksOf(admin._id)).toEqual([]);
  });

  it('who produces prints has the files of print orders, and no others', async () => {
    const { admin, token } = await someAdmin({ role: 'printer' });
    const other = await photoOf('usr_0001', 'd');
    const [print] = await rows('printOrders');
    const [inPrint] = print!['files'] as string[];
    expect(await given([inPrint!, `${inPrint}!thumbnail`, other], { token })).toEqual([
      'given',
      'given',
      'denied',
    ]);
    const files = { ids: [String(print!._id)] };
    expect(leaked(await ok('adminPrintOrder', 'getPrintFiles', files, { token }))).not.toEqual([]);
    expect(await looksOf(admin._id)).not.toEqual([]);
  });
});

describe('a look at pictures of a user', () => {
  it('is one row for a hundred in an hour, another in the next one, and none for templates', async () => {
    const { admin, token } = await someAdmin({ role: 'support' });
    const paths = await Promise.all(['e', 'f'].map(name => photoOf('usr_0001', name)));
    await given([template], { token });
    expect(await looksOf(admin._id)).toEqual([]);
    const now = (Math.floor(Date.now() / HOUR) + 1) * HOUR;
    vi.useFakeTimers({ toFake: ['Date'], now });
    for (let at = 0; at < 100; at += 1) await given([paths[at % 2]!], { token });
    await ok('imageCopy', 'makeAnyCopy', { url: `${paths[0]}!thumbnail` }, { token });
    const event = { action: 'getFileList', data: { fileList: paths }, token, quiet: true };
    expect((await world.send('adminStorage', event)).code).toBe(0);
    expect(await looksOf(admin._id)).toMatchObject([
      { function: 'adminUser', resource: 'user', resourceId: 'usr_0001', result: 'ok' },
    ]);
    vi.setSystemTime(now + HOUR);
    await given(paths, { token });
    expect(await looksOf(admin._id)).toHaveLength(2);
    const filter = { action: 'lookAtPictures', adminId: admin._id, resourceId: 'usr_0001' };
    expect((await ok('adminAuditLog', 'getLogs', { filter }, as())).total).toBe(2);
  });

  it('is one row also where several instances of a function have noted it', async () => {
    const { admin, token } = await someAdmin({ role: 'support' });
    const paths = await Promise.all(['usr_0001', 'usr_0002'].map(id => photoOf(id, 'g')));
    const now = (Math.floor(Date.now() / HOUR) + 5) * HOUR;
    vi.useFakeTimers({ toFake: ['Date'], now });
    await given(paths.slice(0, 1), { token });
    // An instance remembers one hour, so this one has forgotten the look by now.
    vi.setSystemTime(now + HOUR);
    await given(paths.slice(0, 1), { token });
    vi.setSystemTime(now);
    await given(paths, { token });
    const users = (await looksOf(admin._id)).map(({ resourceId }) => resourceId);
    expect(users.sort()).toEqual(['usr_0001', 'usr_0001', 'usr_0002']);
  });

  it('is written beside the addresses, and costs nothing the second time', async () => {
    const { token } = await someAdmin({ role: 'support' });
    const fileList = [await photoOf('usr_0001', 'h')];
    const look = () => ok('adminStorage', 'getFileList', { fileList }, { token });
    const first = (await costOf(world, look)).cost;
    const second = (await costOf(world, look)).cost;
    expect(second.waits).toBe(1);
    expect(first.requests).toBe(second.requests + 1);
  });

  it('that cannot be noted shows none', async () => {
    const { token } = await someAdmin({ role: 'support' });
    const fileList = [await photoOf('usr_0001', 'i')];
    await world.inject({ action: 'database.insertDocument', code: 'DATABASE_REQUEST_FAILED' });
    expect(await call('adminStorage', 'getFileList', { fileList }, { token })).toMatchObject({
      code: 50001,
      data: null,
    });
  });

  it('with a list that cannot be noted leaves the rows without pictures', async () => {
    const who = await holding(['images.read', 'users.pictures']);
    await photoOf('usr_0001', 'l');
    await world.inject({ action: 'database.insertDocument', code: 'DATABASE_REQUEST_FAILED' });
    const asked = { filter: { userId: 'usr_0001' }, withPictures: true };
    const answer = await ok('adminStorage', 'getImages', asked, who);
    expect(answer.list).not.toEqual([]);
    expect(answer).not.toHaveProperty('pictures');
  });
});
