import { vi } from 'vitest';
import type { World } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

/** What tests of the generation engine do: visitors who order, the worker, the stand-in's orders, and the clock. */
export const engineOf = (world: World, { moderates = false } = {}) => {
  const { one, standIn: sandbox } = world;
  // Few tests are about the moderation; the others have no keys for it. `startWorld` puts them back.
  if (!moderates)
    void import('#cloudfunctions/_shared/base/environment.ts').then(({ environment }) => {
      environment.MODERATION_SECRET_ID = '';
    });

  const timer = async (): Promise<void> => {
    await finishJob(world, 'tasks');
  };

  const report = async (path: string, body: object): Promise<number> => {
    const { main } = await import('#cloudfunctions/callback/index.ts');
    const event = { path, httpMethod: 'POST', headers: {}, body: JSON.stringify(body) };
    return (await main(event)).statusCode;
  };

  /** The functions' clock; the stand-in has its own. */
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

  /** The worker every three seconds, until nothing is due within the time. */
  const run = async (seconds = 0): Promise<void> => {
    await timer();
    for (let passed = 0; passed < seconds; passed += 3) {
      later(3_000);
      await timer();
    }
  };

  const creditsOf = async (id: string) =>
    (await one('users', id))['credits'] as { paid: number; gift: number };

  /** The visitor's photo, as the browser uploads it. */
  const upload = async (caller: Record<string, string>, content: Buffer): Promise<string> => {
    await world.account({ caller });
    const wish = { fileName: 'photo.png', size: content.length };
    const ticket = await world.ok('appUpload', 'getUploadTicket', wish, { caller });
    const { url, method, headers, filePath } = ticket;
    const put = await fetch(url, { method, headers, body: new Uint8Array(content) });
    if (!put.ok) throw new Error(`the storage answered ${put.status}`);
    return (await world.ok('appUpload', 'confirmUpload', { filePath }, { caller })).filePath;
  };

  return { upload, timer, report, sandbox, one, later, run, creditsOf };
};

/** An anonymous visitor, as the platform vouches for them. */
export const visitorNo = (at: number): Record<string, string> => ({
  TCB_UUID: `anonymous${at}`,
  TCB_ISANONYMOUS_USER: 'true',
});
