import { isDeepStrictEqual } from 'node:util';
import type { BatchResult } from '#contract/action.ts';
import { TRANSACTION_RETRIES } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { normalForm } from '#contract/normalForm.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { MAX_USER_TAGS } from '#contract/user.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, existing } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { reporting } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';

interface Tag extends Stored {
  name: string;
  useTime: number;
}
const known = repository<Tag>('userTags');

const MOST_KNOWN = 50;

const idOf = (tag: string) => hashOf([normalForm(tag)], 24);

/** Each tag once, spelled as it was first: `Vip` and `ＶＩＰ` are one. Database round trips: 1, or none without tags. */
const spelled = async (tags: string[]): Promise<string[]> => {
  if (tags.length === 0) return [];
  const byId = new Map(tags.toReversed().map(tag => [idOf(tag), tag]));
  const first = await known.find({ _id: _.in([...byId.keys()]) }, { limit: byId.size });
  for (const { _id, name } of first) byId.set(_id, name);
  return [...new Set(tags.map(idOf))].map(id => byId.get(id)!);
};

/** For the suggestions. Never throws: a tag that is not remembered is, at its next use. */
const remember = (tags: string[]) =>
  Promise.all(
    tags.map(async name => {
      const id = idOf(name);
      const useTime = Date.now();
      if (await known.compareAndSet(id, {}, { useTime })) return;
      await known.insertUnlessThere({ name, useTime }, id);
    }),
  ).catch(reporting('tags not remembered'));

const withNew = (before: StoredUser, tags: string[]) =>
  remember(tags.filter(tag => !before.tags.includes(tag)));

export const setTags = async (
  { id, tags: given, rev }: ActionInput<'adminUser', 'setTags'>,
  context: AdminContext,
  found: StoredUser,
): Promise<StoredUser> => {
  const before = existing(found, rev);
  if (before.status === 'deleted') throw stateNotAllowed(userSentences.deleted);
  const [by, tags] = await Promise.all([actorOf(context), spelled(given)]);
  const guard = { status: before.status, ...(rev !== undefined && { rev }) };
  const patch = { tags };
  const [written] = await Promise.all([
    changeRecord(users, before, guard, patch, { by, resource: 'user' }),
    withNew(before, tags),
  ]);
  return written ?? users.missed(id);
};

type Change = ActionInput<'adminUser', 'changeTags'>;

/** The tags of one user after the change, in the order in which they were given. */
const changed = (tags: string[], add: string[], remove: string[] = []) => {
  const without = new Set([...remove, ...add].map(idOf));
  const kept = tags.filter(tag => !without.has(idOf(tag)) || add.includes(tag));
  return [...new Set([...kept, ...add])];
};

export const changeTags = async (
  change: Change,
  context: AdminContext,
  found: StoredUser[],
): Promise<{ results: BatchResult[] }> => {
  const [by, add] = await Promise.all([actorOf(context), spelled(change.add ?? [])]);
  const byId = new Map(found.map(user => [user._id, user]));
  const results: BatchResult[] = [];

  /** At the version that was read, so that tags given meanwhile by others stay. */
  const changeOne = async (_id: string): Promise<BatchResult> => {
    const refused = (message: string): BatchResult => ({ _id, result: 'failed', message });
    let user = byId.get(_id) ?? null;
    for (let attempt = 0; attempt <= TRANSACTION_RETRIES; attempt += 1) {
      if (!user) return refused(userSentences.gone);
      if (user.status === 'deleted') return refused(userSentences.deleted);
      const tags = changed(user.tags, add, change.remove);
      if (isDeepStrictEqual(tags, user.tags)) return { _id, result: 'unchanged' };
      if (tags.length > MAX_USER_TAGS) return refused(userSentences.tooManyTags(MAX_USER_TAGS));
      const entry = { by, resource: 'user' };
      if (await changeRecord(users, user, { rev: user.rev }, { tags }, entry))
        return { _id, result: 'updated' };
      user = await users.get(_id);
    }
    return refused(userSentences.changedMeanwhile);
  };

  await Promise.all([
    inParallel([...new Set(change.ids)], async id => results.push(await changeOne(id))),
    remember(add),
  ]);
  return { results };
};

/** What no user has any more is not suggested; each is looked up in the index. */
export const getTags = async (): Promise<{ list: string[] }> => {
  const tags = await known.find({}, { sort: [['useTime', 'desc']], limit: MOST_KNOWN });
  const used = new Set<string>();
  await inParallel(tags, async ({ name }) => {
    const [user] = await users.find({ tags: name }, { limit: 1, fields: ['_id'] });
    if (user) used.add(name);
  });
  return { list: tags.map(({ name }) => name).filter(name => used.has(name)) };
};
