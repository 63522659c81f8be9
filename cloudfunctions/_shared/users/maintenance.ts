import type { Caller } from '../base/cloud.ts';
import type { Settings } from '../base/settings.ts';
import { knownOpenid } from './visitorUser.ts';

/** Whether the service is open for the caller. */
export const isLetThrough = (
  { on, allowOpenids }: Settings<'general'>['maintenance'],
  caller: Caller,
): boolean => !on || allowOpenids.includes(knownOpenid(caller));
