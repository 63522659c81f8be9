import { beforeEach, vi } from 'vitest';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

/** What WeChat received. */
interface Sent {
  touser: string;
  page: string;
  data: Record<string, string>;
  miniprogram_state: string;
}

/** A user of the mini-program. */
export const OPENID = `o${'2'.padStart(27, 'x')}`;

/** A world that takes no busy machine for the silence of WeChat or the mail server, and what tests of messages do in it. */
export const startMessageWorld = async () => {
  const world = await startWorld({ WECHAT_TIMEOUT_MS: 20_000, MAIL_TIMEOUT_MS: 20_000 });
  beforeEach(async () => {
    vi.useRealTimers();
    await world.reset();
  });
  const commerce = commerceOf(world);

  const sandbox = world.standIn<Record<string, never>>;
  /** The messages written by the test, of one event or of all. */
  const all = async (event?: string) =>
    ((await world.rows('messages')) as unknown as StoredMessage[]).filter(
      message => !message._id.startsWith('msg_') && (!event || message.event === event),
    );

  return {
    ...commerce,
    world,
    sandbox,
    all,
    only: async (event: string): Promise<StoredMessage> => {
      const [message, ...more] = await all(event);
      if (!message || more.length > 0) throw new Error(`${more.length + 1} messages of ${event}`);
      return message;
    },
    received: async () => (await sandbox('wechat'))['messages'] as unknown as Sent[],
    timer: (job: 'messages' | 'purgeMessages' = 'messages') => finishJob(world, job),
    settings: (data: object) =>
      world.ok('adminSettings', 'updateSettings', { type: 'notification', data }),
  };
};
