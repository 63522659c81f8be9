import { countAttempt, isUsedUp } from '../base/attempts.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { networkOf } from '../base/network.ts';
import { attempts, type Counter, limitKey } from '../base/rateLimit.ts';

/** Anonymous visitors cost nothing; those whom WeChat or a ticket vouches for share the address of a mobile network. */
const isKnown = ({ openid, customUserId }: Caller) => openid !== '' || customUserId !== '';

export const limitOf = (
  caller: Caller,
  what: string,
  most: number,
): [name: string, limit: number] =>
  isKnown(caller)
    ? [`${what} of known from ${networkOf(caller.ip)}`, most * environment.KNOWN_PER_ADDRESS]
    : [`${what} from ${networkOf(caller.ip)}`, most];

/**
 * Counts what visitors of one network do, under whatever identity.
 * @param most of anonymous visitors; of known ones it is `KNOWN_PER_ADDRESS` times as many
 * @returns takes it back after a failure
 * @throws 42901, with `message`
 */
export const countOfNetwork = (
  caller: Caller,
  what: string,
  most: number,
  windowMs: number,
  message?: string,
  seen?: Counter | null,
) => countAttempt(...limitOf(caller, what, most), windowMs, message, seen);

/** Its counter, to be read beside other things. */
export const counterOfNetwork = (
  caller: Caller,
  what: string,
  most: number,
): Promise<Counter | null> => attempts.get(limitKey(limitOf(caller, what, most)[0]));

/** Whether the next one would be refused. Counts nothing. */
export const isNetworkUsedUp = (caller: Caller, what: string, most: number): Promise<boolean> =>
  isUsedUp(...limitOf(caller, what, most));
