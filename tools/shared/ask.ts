import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../../tests/product/product.ts';

/** An action of the signed-in administrator. @throws on a refusal */
export type Ask = (name: string, action: string, data: object) => Promise<Record<string, unknown>>;

export const asker = async (url: string): Promise<Ask> => {
  const admin = createCaller(url);
  await admin.signIn();
  return async (name, action, data) => {
    const { code, message, data: answer } = await admin.call(name, action, data);
    if (code !== 0) throw new Error(`${name}.${action}: ${message} ${JSON.stringify(answer)}`);
    return answer;
  };
};

export const timed = async (work: () => Promise<unknown> | void): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const LOOK_MS = 250;
/** Longer than any job that is measured, at a million orders too. */
const AT_MOST_MS = 15 * 60_000;

/** Looks, as a page that is open does, until it is so. @throws when it has not become so */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + AT_MOST_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not so after ${AT_MOST_MS / 60_000} minutes`);
    await sleep(LOOK_MS);
  }
};
