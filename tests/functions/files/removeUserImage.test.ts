import { beforeEach, describe, expect, it } from 'vitest';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, ok, rows, set, insert } = world;
await world.reset();
const by = () => as();

const USER = 'usr_0001';
const openid = 'custom:first_admin';
const photo = `user_upload/${USER}/202611/p.jpg`;
const result = (at: number) => `results/${USER}/task_0001/${at}.png`;
const output = (at: number) => ({
  filePath: result(at),
  fileType: 'png',
  width: 3,
  height: 4,
  nodeId: '9',
});
const taskRow = async () => await world.one('tasks', 'task_0001');
const fileAt = async (path: string) =>
  (await rows('files')).find(({ filePath }) => filePath === path)!;
const reasons = { reason: '内部：律师函', userNote: '图片涉及他人肖像' };
const remove = (filePath: string) =>
  ok('adminStorage', 'removeUserImage', { filePath, ...reasons }, by());
const listed = async (filter: object, sort?: object) =>
  (
    await ok(
      'adminStorage',
      'getImages',
      { pageSize: 100, filter, ...(sort && { sort }) } as never,
      by(),
    )
  ).list.map(({ filePath }) => filePath);

beforeEach(async () => {
  await world.reset();
  const owned = { userId: USER, createTime: 1_700_000_000_000 };
  await insert('files', [
    fileRow(photo, { ...owned, scene: 'user_upload', sizeBytes: 6_000_000 }),
    fileRow(result(1), { ...owned, scene: 'task_result', sizeBytes: 3_000_000 }),
    fileRow(result(2), { ...owned, scene: 'task_result', sizeBytes: 12_000_000 }),
  ]);
  await set('tasks', 'task_0001', {
    userId: USER,
    openid,
    visibleTo: openid,
    status: 'succeeded',
    createTime: 1_700_000_001_000,
    inputs: [{ key: 'photo', type: 'image', value: null, filePath: photo }],
    outputs: [output(1), output(2)],
    erasedTime: null,
  });
});

describe('a picture that is taken from its user', () => {
  it('leaves the works and the task, which say why; the last one leaves the task without pictures', async () => {
    await remove(result(1));
    expect(await fileAt(result(1))).toMatchObject({ status: 'trash' });
    expect(await taskRow()).toMatchObject({ outputs: [output(2)], erasedTime: null });
    await remove(result(2));
    const task = await ok('adminTask', 'getTaskById', { id: 'task_0001' }, by());
    expect(task).toMatchObject({
      outputs: [],
      erasedTime: expect.any(Number) as number,
      removed: [
        { filePath: result(1), ...reasons },
        { filePath: result(2), ...reasons },
      ],
    });
    const seen = await ok('appTask', 'getTask', { id: 'task_0001' });
    expect(seen.outputs).toEqual([]);
    expect(seen.removed[0]).toEqual({ filePath: result(1), userNote: reasons.userNote });
    expect(JSON.stringify(seen)).not.toContain(reasons.reason);
  });

  it('is explained to the user, and is in the log of the picture and of the task', async () => {
    await remove(photo);
    const { list } = await ok('appUser', 'getFeedbacks', {});
    expect(list[0]?.text).toContain(reasons.userNote);
    expect(list[0]?.isUnread).toBe(true);
    expect(await taskRow()).toMatchObject({ removed: [{ filePath: photo, output: null }] });
    const log = (await rows('auditLogs')).filter(({ action }) => action === 'removeUserImage');
    expect(new Set(log.map(({ resource }) => resource))).toEqual(
      new Set(['file', 'task', 'feedback']),
    );
    expect(log.find(({ resource }) => resource === 'file')).toMatchObject({
      reason: reasons.reason,
    });
  });

  it('is signed for nobody but administrators', async () => {
    const signed = async () =>
      (await call('imageService', 'getSignedUrl', { url: `${result(1)}!thumbnail` })).code;
    await remove(result(1));
    expect(await signed()).toBe(40400);
  });

  it('goes once, however many ask at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        call('adminStorage', 'removeUserImage', { filePath: result(1), ...reasons }, by()),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902, 40902]);
    expect((await taskRow())['removed']).toHaveLength(1);
    expect(
      (await rows('feedback')).filter(({ text }) => String(text).includes(reasons.userNote)),
    ).toHaveLength(1);
  });

  it('is erased at once because of the person in it, also from a print that has ended', async () => {
    const forPerson = { ...reasons, forPerson: true };
    const [model] = (await rows('printOrders'))[0]!['items'] as object[];
    const items = [{ ...model, filePath: photo }];
    await set('printOrders', 'prt_0001', { status: 'producing', items, files: [photo] });
    const removeIt = () =>
      call('adminStorage', 'removeUserImage', { filePath: photo, ...forPerson }, by());
    expect((await removeIt()).code).toBe(40904);
    await set('printOrders', 'prt_0001', { status: 'completed' });
    expect((await removeIt()).code).toBe(0);
    expect(await fileAt(photo)).toBeUndefined();
    expect(await taskRow()).toMatchObject({ removed: [{ filePath: photo }] });
    const [print] = (await rows('printOrders')).filter(({ _id }) => _id === 'prt_0001');
    expect(print).toMatchObject({ files: [], items: [{ filePath: '' }] });
    const restore = await call('adminStorage', 'restoreImage', { filePath: photo }, by());
    expect(restore.code).toBe(40400);
  });

  it('comes back into its place when it is restored', async () => {
    await remove(result(1));
    await remove(result(2));
    await ok('adminStorage', 'restoreImage', { filePath: result(2) }, by());
    await ok('adminStorage', 'restoreImage', { filePath: result(1) }, by());
    expect(await taskRow()).toMatchObject({
      outputs: [output(1), output(2)],
      removed: [],
      erasedTime: null,
    });
  });

  it('needs a note for the user, and stays while it is being printed', async () => {
    expect(
      await call('adminStorage', 'removeUserImage', { filePath: photo, reason: '误传' }, by()),
    ).toMatchObject({ code: 40001, data: { fields: { userNote: '请填写给用户的说明' } } });
    await set('printOrders', 'prt_0001', { files: [result(1)] });
    expect(
      await call('adminStorage', 'removeUserImage', { filePath: result(1), ...reasons }, by()),
    ).toMatchObject({ code: 40904 });
    expect(await taskRow()).toMatchObject({ outputs: [output(1), output(2)] });
  });

  it('is not deleted without a word, alone or among others', async () => {
    expect(await call('adminStorage', 'deleteImage', { filePath: photo }, by())).toMatchObject({
      code: 40902,
    });
    const { results } = await ok('adminStorage', 'batchDelete', { filePaths: [photo] }, by());
    expect(results[0]?.result).toBe('ofUser');
    const own = { filePath: 'template/demo/unused_0001.jpg', ...reasons };
    expect((await call('adminStorage', 'removeUserImage', own, by())).code).toBe(40902);
  });
});

it('pictures are found by user, task, owner, time and size, and sorted by size', async () => {
  const all = [photo, result(1), result(2)].sort();
  expect((await listed({ userId: USER })).sort()).toEqual(expect.arrayContaining(all));
  expect((await listed({ taskId: 'task_0001' })).sort()).toEqual(all);
  expect(await listed({ taskId: 'task_none' })).toEqual([]);
  expect(await listed({ taskId: 'task_0001', scene: 'user_upload' })).toEqual([photo]);
  expect(await listed({ largerThan: 'mb5' })).toEqual([result(2), photo]);
  const time = { from: 1_699_999_999_000, to: 1_700_000_000_500 };
  expect((await listed({ createTime: time })).sort()).toEqual(all);
  const bySize = { field: 'sizeBytes', order: 'desc' };
  expect(await listed({ userId: USER, createTime: time }, bySize)).toEqual([
    result(2),
    photo,
    result(1),
  ]);
  const ofAdmins = await listed({ owner: 'admin' });
  expect(ofAdmins).toContain('template/demo/unused_0001.jpg');
  expect(ofAdmins).not.toContain(photo);
  const { counts } = await ok(
    'adminStorage',
    'getImages',
    { filter: { owner: 'user', scene: 'task_result' }, withCounts: true },
    by(),
  );
  expect(counts?.['user_upload']).toBeGreaterThan(0);
  expect(counts).not.toHaveProperty('template');
});
