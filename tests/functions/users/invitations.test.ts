import { describe, expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { startTaskWorld } from '../tasks/taskWorld.ts';

const { world, run, template, one, creditsOf, as } = await startTaskWorld();
const { call, ok, rows, set } = world;

const INVITER = 'usr_0001';
const GIFT = 50;
const of = (at: number) => ({ caller: visitorNo(at), ip: `198.51.100.${at}` });
const settings = (more: object = {}) =>
  set('settings', 'general', {
    registerGiftCredits: GIFT,
    invitation: { inviterCredits: 8, invitedCredits: 5, mostDaily: 2, ...more },
  });

/** A visitor who comes by a link and accepts the agreement. @returns the account */
const come = async (at: number, invitedBy = INVITER): Promise<string> => {
  expect((await call('appUser', 'agree', { version: '1', invitedBy }, of(at))).code).toBe(0);
  return (await ok('appUser', 'getMe', {}, of(at)))._id;
};
const make = async (at: number) => {
  await template({ inputs: [{ ...photoInput, required: false }], costCredits: 1 });
  await ok('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, of(at));
  await run(6);
};
const gifts = async () =>
  (await rows('creditLedger')).filter(({ refType }) => refType === 'invitation');

describe('an invitation', () => {
  it('gives both their gift when the first picture of the new user is made, once', async () => {
    await settings();
    const before = (await creditsOf(INVITER)).gift;
    const id = await come(1);
    expect(await one('users', id)).toMatchObject({
      invitedBy: INVITER,
      invitation: 'waiting',
      channel: 'invite',
    });
    expect(await gifts()).toEqual([]);
    await make(1);
    await make(1);
    expect((await creditsOf(INVITER)).gift).toBe(before + 8);
    expect((await creditsOf(id)).gift).toBe(GIFT + 5 - 2);
    expect(await gifts()).toHaveLength(2);
    const { list } = await ok('adminUser', 'getUsers', { filter: { invitedBy: INVITER } }, as());
    expect(list).toMatchObject([{ _id: id, invitation: 'given' }]);
  });

  it('gives an inviter so many a day, and the others to the new user alone', async () => {
    await settings({ mostDaily: 1 });
    const before = (await creditsOf(INVITER)).gift;
    const [first, second] = [await come(1), await come(2)];
    await make(1);
    await make(2);
    expect((await creditsOf(INVITER)).gift).toBe(before + 8);
    expect(await one('users', first)).toMatchObject({ invitation: 'given' });
    expect(await one('users', second)).toMatchObject({ invitation: 'invitedOnly' });
    expect((await creditsOf(second)).gift).toBe(GIFT + 5 - 1);
  });

  it('of a user who is here already, by an own link or of an unknown inviter counts for nothing', async () => {
    await settings();
    const own = await come(1, 'usr_none');
    expect(await come(1, own)).toBe(own);
    expect(await come(1)).toBe(own);
    await make(1);
    expect(await one('users', own)).toMatchObject({ invitedBy: '', invitation: null });
    expect(await gifts()).toEqual([]);
  });

  it('of a visitor who has deleted the account before counts for nothing', async () => {
    await settings();
    await come(1);
    await ok('appUser', 'deleteMyData', { preview: false }, of(1));
    const again = await come(1);
    expect(await one('users', again)).toMatchObject({ invitedBy: '', invitation: null });
  });

  it('is kept without a gift where the settings promise none, and nobody is shown a link', async () => {
    await settings({ inviterCredits: 0, invitedCredits: 0 });
    const id = await come(1);
    expect(await one('users', id)).toMatchObject({ invitedBy: INVITER, invitation: null });
    expect((await ok('appUser', 'getMe', {}, of(1))).invitation).toBeNull();
    await settings();
    await make(1);
    expect(await gifts()).toEqual([]);
    expect((await ok('appUser', 'getMe', {}, of(1))).invitation).toEqual({
      inviterCredits: 8,
      invitedCredits: 5,
    });
  });
});
