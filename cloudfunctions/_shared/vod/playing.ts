import { createHash } from 'node:crypto';
import { environment } from '../base/environment.ts';

/** Addresses change this often only, so that browsers keep what they have loaded. */
const STEP_S = 3_600;

/**
 * The address of a video or cover as it can be opened: signed and expiring where the domain has hotlink protection
 * (its "Key" kind: md5 of key, directory and the time in hexadecimal seconds), otherwise as it is.
 */
export const playable = (url: string): string => {
  const key = environment.VOD_PLAY_KEY;
  if (!key || !URL.canParse(url)) return url;
  const address = new URL(url);
  const directory = address.pathname.slice(0, address.pathname.lastIndexOf('/') + 1);
  const until = Date.now() / 1_000 + environment.VOD_PLAY_SECONDS;
  const time = (Math.ceil(until / STEP_S) * STEP_S).toString(16);
  const sign = createHash('md5').update(`${key}${directory}${time}`).digest('hex');
  address.search = new URLSearchParams({ t: time, sign }).toString();
  return address.href;
};
