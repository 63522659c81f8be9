import { beforeEach, describe, expect, it } from 'vitest';
import { visitorNo } from '../tasks/engineRun.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, ok } = world;
beforeEach(() => world.reset());

const [who, other] = [1, 2].map(at => ({ caller: visitorNo(at), ip: `203.0.113.${at}` })) as [
  { caller: ReturnType<typeof visitorNo>; ip: string },
  { caller: ReturnType<typeof visitorNo>; ip: string },
];
const noRow = { list: [], total: 0 };

describe('what a visitor may copy of what is kept about them', () => {
  it('is what happened and when, without notes, details and names of support', async () => {
    const id = await world.account(who);
    await world.account(other);
    await call('appUser', 'redeemCode', { code: 'ABCD-EFGH-JKLM-NPQR' }, who);
    await ok('adminUser', 'addNote', { id, text: '疑似黄牛' }, as());
    const credits = { id, bucket: 'gift', delta: 5, reason: '内部原因' } as const;
    await ok('adminUser', 'adjustCredits', credits, as());
    const { list } = await ok('appUser', 'getLog', {}, who);
    expect(list.map(({ title, ip }) => [title, ip])).toEqual([
      ['人工调整积分', ''],
      ['兑换失败', who.ip],
      ['同意处理人脸信息', who.ip],
      ['同意用户协议和隐私政策', who.ip],
    ]);
    for (const row of list)
      expect(Object.keys(row).sort()).toEqual(['_id', 'createTime', 'ip', 'title', 'type']);
    expect(JSON.stringify(list)).not.toMatch(/黄牛|内部原因|203\.0\.113\.2/);
  });

  it('is their own messages, as they were sent', async () => {
    const [userId, otherId] = [await world.account(who), await world.account(other)];
    const message = (_id: string, of: string) => ({
      _id,
      rev: 1,
      createTime: 1,
      updateTime: 1,
      event: 'taskDone',
      channel: 'subscribe',
      userId: of,
      content: `给${_id}的内容`,
      status: 'failed',
      reason: '微信的回答',
      operator: '客服小李',
    });
    await world.insert('messages', [message('msg_1', userId), message('msg_2', otherId)]);
    expect((await ok('appUser', 'getMessages', {}, who)).list).toEqual([
      {
        _id: 'msg_1',
        createTime: 1,
        event: 'taskDone',
        title: '制作结果',
        content: '给msg_1的内容',
        sentTime: null,
      },
    ]);
  });

  it('is their own photos that are still there', async () => {
    const [userId, otherId] = [await world.account(who), await world.account(other)];
    const photo = (name: string, more: object) =>
      fileRow(`user_upload/demo/${name}.jpg`, { userId, scene: 'user_upload', name, ...more });
    await world.insert('files', [
      photo('own', {}),
      photo('other', { userId: otherId }),
      photo('trashed', { status: 'trash' }),
      photo('announced', { status: 'pending' }),
      photo('result', { scene: 'task_result' }),
    ]);
    const { list } = await ok('appUpload', 'getPhotos', {}, who);
    expect(list.map(({ filePath, name }) => [filePath, name])).toEqual([
      ['user_upload/demo/own.jpg', 'own'],
    ]);
  });

  it('is nothing for a stranger, who gets no account by asking', async () => {
    for (const [name, action] of [
      ['appUser', 'getLog'],
      ['appUser', 'getMessages'],
      ['appUpload', 'getPhotos'],
    ] as const)
      expect(await ok(name as 'appUser', action as 'getLog', {}, who)).toMatchObject(noRow);
    const users = await world.rows('users');
    expect(users.filter(({ openid }) => openid === `anon:${who.caller.TCB_UUID}`)).toEqual([]);
  });
});
