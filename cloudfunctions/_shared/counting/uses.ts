import { HOUR_MS } from '#contract/shanghai.ts';
import { _, type Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { reporting } from '../base/log.ts';
import { networkOf } from '../base/network.ts';
import { repository } from '../base/repository.ts';

/** What is counted, and in which field. */
const fields = {
  localApps: 'useCount',
  templatePresets: 'useCount',
  quickFunctions: 'clickCount',
} as const;
type Counted = keyof typeof fields;

/** Callers that an instance remembers; then it begins anew. */
const MOST_CALLERS = 10_000;

const gathered = new Map<string, { collection: Counted; id: string; amount: number }>();
let writtenTime = 0;
let timer: NodeJS.Timeout | undefined;

const write = async (): Promise<void> => {
  clearTimeout(timer);
  timer = undefined;
  const all = [...gathered.values()];
  gathered.clear();
  writtenTime = Date.now();
  const writing = all.map(({ collection, id, amount }) =>
    repository(collection)
      .note(id, { [fields[collection]]: _.inc(amount) })
      .catch(reporting('uses not counted', `${collection} ${id}`)),
  );
  await Promise.all(writing);
};

/**
 * Counts a use or a click, for people to read: nothing rests on these figures. An instance of a function writes at most
 * once in `USES_WRITTEN_MS`, the first use at once; what comes sooner is gathered, and written with a later call or by a
 * timer. An instance that is ended meanwhile loses what it has gathered: that much of its uses, never more.
 * Never throws, and raises no `rev`.
 */
export const countUse = async (collection: Counted, id: string): Promise<void> => {
  const key = `${collection} ${id}`;
  const amount = (gathered.get(key)?.amount ?? 0) + 1;
  gathered.set(key, { collection, id, amount });
  const since = Date.now() - writtenTime;
  const wait = environment.USES_WRITTEN_MS - since;
  // A clock that was put back must not keep it waiting.
  if (wait <= 0 || since < 0) return write();
  timer ??= setTimeout(() => void write(), wait).unref();
};

const times = new Map<string, number>();
let hour = 0;

/**
 * The same for what costs its caller nothing: of one, known by openid or network, so many uses of a record count in an hour
 * and instance. Nothing is stored for it.
 */
export const countFreeUse = async (
  { openid, customUserId, ip }: Caller,
  collection: Counted,
  id: string,
): Promise<void> => {
  const now = Math.floor(Date.now() / HOUR_MS);
  if (now !== hour || times.size >= MOST_CALLERS) times.clear();
  hour = now;
  const key = `${collection} ${id} ${openid || customUserId || networkOf(ip)}`;
  const nth = (times.get(key) ?? 0) + 1;
  times.set(key, nth);
  if (nth <= environment.USES_PER_CALLER) await countUse(collection, id);
};
