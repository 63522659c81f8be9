import type { ActionInput } from '#contract/index.ts';
import { todoSentences } from '#contract/sentences/todo.ts';
import { DAY_MS, HOUR_MS } from '#contract/shanghai.ts';
import type { TodoItem } from '#contract/todo.ts';
import {
  allTodoKinds,
  CLAIM_MS,
  DUE_SOON_MS,
  MOST_DAYS_OFF,
  type TodoKind,
  todoKinds,
} from '#contract/todoKinds.ts';
import { actorOf, nameOf } from '../_shared/base/actor.ts';
import { auditLogs } from '../_shared/base/audit.ts';
import { changeRecord, insertRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, isDuplicate, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { findItems, type FoundItem } from './todo.ts';

/** Who is at an item, and who has put it off. What waits is not stored: it is found in the records themselves. */
interface StoredClaim extends Stored {
  /** '' for nobody. */
  holderId: string;
  holderName: string;
  claimTime: number;
  putOff: { adminId: string; until: number }[];
  /** After it the claim is of no use. */
  expireTime: number;
}

const claims = repository<StoredClaim>('claims');
const idOf = ({ kind, _id }: Pick<FoundItem, 'kind' | '_id'>) => `${kind}_${_id}`;

/** A claim does not outlive a working day, however busy its holder is. */
const LONGEST_MS = 12 * HOUR_MS;
/** More than administrators have at once. */
const MOST_CLAIMS = 500;
const MOST_ACTS = 500;

/** @param items null for those of all */
const claimsOn = async (
  items: Pick<FoundItem, 'kind' | '_id'>[] | null,
): Promise<Map<string, StoredClaim>> => {
  const query = items ? { _id: _.in(items.map(idOf)) } : { expireTime: _.gt(Date.now()) };
  const found = await claims.find(query, { limit: MOST_CLAIMS });
  return new Map(found.map(claim => [claim._id, claim]));
};

/** The claims that their holders have kept up: made within the hour, or followed by an act on the record within it. */
const keptUp = async (claimed: { item: FoundItem; claim: StoredClaim }[]): Promise<Set<string>> => {
  const now = Date.now();
  const live = claimed.filter(
    ({ claim }) => claim.holderId !== '' && claim.claimTime > now - LONGEST_MS,
  );
  const isFresh = ({ claim }: { claim: StoredClaim }) => claim.claimTime > now - CLAIM_MS;
  const older = live.filter(one => !isFresh(one));
  const recordsOf = ({ _id, pageId = _id }: FoundItem) => [_id, pageId];
  const acts =
    older.length === 0
      ? []
      : await auditLogs.find(
          {
            resource: _.in([...new Set(older.flatMap(({ item }) => kindsOf(item.kind)))]),
            resourceId: _.in([...new Set(older.flatMap(({ item }) => recordsOf(item)))]),
            createTime: _.gt(now - CLAIM_MS),
          },
          { limit: MOST_ACTS, fields: ['adminId', 'resourceId'] },
        );
  const isKept = ({ item, claim }: { item: FoundItem; claim: StoredClaim }) =>
    acts.some(
      ({ adminId, resourceId }) =>
        adminId === claim.holderId && recordsOf(item).includes(resourceId),
    );
  return new Set(live.filter(one => isFresh(one) || isKept(one)).map(({ claim }) => claim._id));
};

/** What is done about a refund is said of its order, too. */
const kindsOf = (kind: TodoKind): string[] =>
  todoKinds[kind].of === 'refund' ? ['refund', 'order'] : [todoKinds[kind].of];

const isDueSoon = ({ deadline = null }: FoundItem) =>
  deadline !== null && deadline <= Date.now() + DUE_SOON_MS;

/** The items with who has them, as the caller sees them. */
const standing = async (
  items: FoundItem[],
  known: Map<string, StoredClaim>,
  context: AdminContext,
): Promise<TodoItem[]> => {
  const self = (await context.admin())._id;
  const claimed = items.flatMap(item => {
    const claim = known.get(idOf(item));
    return claim ? { item, claim } : [];
  });
  const kept = await keptUp(claimed);
  return items.map(item => {
    const claim = known.get(idOf(item));
    const holder = claim && kept.has(claim._id) ? claim : null;
    const until = claim?.putOff.find(({ adminId }) => adminId === self)?.until ?? 0;
    const isPutOff = until > Date.now() && !isDueSoon(item);
    const { pageId = item._id, since = null, deadline = null } = item;
    return {
      ...item,
      pageId,
      since,
      deadline,
      state: holder ? (holder.holderId === self ? 'mine' : 'others') : isPutOff ? 'later' : 'open',
      holderId: holder?.holderId ?? '',
      holderName: holder?.holderName ?? '',
      claimTime: holder?.claimTime ?? null,
      putOffUntil: isPutOff ? until : null,
    };
  });
};

const FAR = Number.MAX_SAFE_INTEGER;
/** What has passed its deadline, then what has one, then what has waited longest; among equals the more urgent kind. */
const byUrgency = (now: number) => (a: TodoItem, b: TodoItem) => {
  const overdue = ({ deadline }: TodoItem) => (deadline !== null && deadline <= now ? 0 : 1);
  return (
    overdue(a) - overdue(b) ||
    (a.deadline ?? FAR) - (b.deadline ?? FAR) ||
    (a.since ?? FAR) - (b.since ?? FAR) ||
    allTodoKinds.indexOf(a.kind) - allTodoKinds.indexOf(b.kind)
  );
};

export const getTodo = async (
  asked: ActionInput<'adminDashboard', 'getTodo'>,
  context: AdminContext,
) => {
  // Read beside what waits: few are ever live.
  const { kinds = allTodoKinds, id } = asked;
  const [{ items, more }, claims] = await Promise.all([
    findItems(asked, context),
    claimsOn(id === undefined ? null : kinds.map(kind => ({ kind, _id: id }))),
  ]);
  const list = await standing(items, claims, context);
  return { list: list.sort(byUrgency(Date.now())), more };
};

/** @throws 40902 where it waits no longer */
const itemAndClaim = async (
  { kind, id }: { kind: TodoKind; id: string },
  context: AdminContext,
) => {
  const [{ items }, known] = await Promise.all([
    findItems({ kinds: [kind], id }, context),
    claimsOn([{ kind, _id: id }]),
  ]);
  const [found] = items;
  if (!found) throw stateNotAllowed(todoSentences.done);
  const [item] = await standing([found], known, context);
  return { found, item: item as TodoItem, claim: known.get(idOf(found)) };
};

type Change = Pick<StoredClaim, 'holderId' | 'holderName' | 'claimTime' | 'putOff'>;

/** @throws 40902 where the claim has changed since it was read */
const write = async (
  { found, item, claim }: Awaited<ReturnType<typeof itemAndClaim>>,
  change: Change,
  context: AdminContext,
): Promise<TodoItem> => {
  const by = await actorOf(context);
  const ends = [
    change.holderId && change.claimTime + LONGEST_MS,
    ...change.putOff.map(({ until }) => until),
  ];
  const fields = { ...change, expireTime: Math.max(Date.now(), ...ends.map(Number)) };
  const putOffOf = (all: Change['putOff']) =>
    all.find(({ adminId }) => adminId === by.admin?._id)?.until ?? null;
  const entry = {
    by,
    resource: todoKinds[found.kind].of,
    resourceId: found._id,
    before: { holderName: item.holderName, putOffUntil: item.putOffUntil },
    after: { holderName: change.holderName, putOffUntil: putOffOf(change.putOff) },
  };
  const written = claim
    ? await changeRecord(claims, claim, { rev: claim.rev }, fields, entry)
    : await insertRecord(claims, fields, idOf(found), entry).catch((error: unknown) => {
        if (isDuplicate(error)) return null;
        throw error;
      });
  if (!written) throw stateNotAllowed(todoSentences.takenMeanwhile);
  const [after] = await standing([found], new Map([[written._id, written]]), context);
  return after as TodoItem;
};

const nobody = { holderId: '', holderName: '', claimTime: 0 };
/** What others have put off stays; what is over goes. */
const putOffByOthers = (claim: StoredClaim | undefined, self: string) =>
  (claim?.putOff ?? []).filter(({ adminId, until }) => adminId !== self && until > Date.now());

export const claimTodo = async (
  { from, ...named }: ActionInput<'adminDashboard', 'claimTodo'>,
  context: AdminContext,
): Promise<TodoItem> => {
  const read = await itemAndClaim(named, context);
  const self = await context.admin();
  const { holderId } = read.item;
  if (holderId !== '' && holderId !== self._id && holderId !== from)
    throw stateNotAllowed(todoSentences.takenMeanwhile);
  const holder = { holderId: self._id, holderName: nameOf(self), claimTime: Date.now() };
  return write(read, { ...holder, putOff: putOffByOthers(read.claim, self._id) }, context);
};

export const releaseTodo = async (
  named: ActionInput<'adminDashboard', 'releaseTodo'>,
  context: AdminContext,
): Promise<TodoItem> => {
  const read = await itemAndClaim(named, context);
  if (read.item.state !== 'mine') return read.item;
  return write(read, { ...nobody, putOff: read.claim?.putOff ?? [] }, context);
};

export const snoozeTodo = async (
  { until, ...named }: ActionInput<'adminDashboard', 'snoozeTodo'>,
  context: AdminContext,
): Promise<TodoItem> => {
  const now = Date.now();
  if (until !== null && until <= now) throw invalid({ until: todoSentences.tooEarly });
  if (until !== null && until > now + MOST_DAYS_OFF * DAY_MS)
    throw invalid({ until: todoSentences.tooLate(MOST_DAYS_OFF) });
  const read = await itemAndClaim(named, context);
  if (until !== null && isDueSoon(read.found)) throw stateNotAllowed(todoSentences.dueSoon);
  const self = (await context.admin())._id;
  const others = putOffByOthers(read.claim, self);
  if (until === null && read.item.putOffUntil === null) return read.item;
  const { holderId, holderName, claimTime } = read.claim ?? nobody;
  const holder = holderId === self ? nobody : { holderId, holderName, claimTime };
  const putOff = until === null ? others : [...others, { adminId: self, until }];
  return write(read, { ...holder, putOff }, context);
};
