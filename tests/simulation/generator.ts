import { createRunningHub } from '../../sandbox/runningHub/core.ts';
import type { Manner, NoticeManner } from './gateway.ts';
import type { Scheduler } from './scheduler.ts';

export const GENERATOR_URL = 'http://generator.test';

export type GeneratorCall = 'upload' | 'create' | 'outputs' | 'cancel' | 'download';

export interface GeneratorOptions {
  scheduler: Scheduler;
  manner(call: GeneratorCall, number: string): Manner;
  /** The code of a refusal: full, no money, a bad key. */
  refusal(): number;
  notice(): NoticeManner;
  /** @returns whether it was understood */
  deliver(path: string, body: string): Promise<boolean>;
  /** What its results contain. */
  picture: Buffer;
}

const QUEUE_MS = 2_000;
const RUN_MS = 20_000;

const callOf = (pathname: string): GeneratorCall => {
  if (pathname.startsWith('/files/')) return 'download';
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (name === 'binary') return 'upload';
  if (name === 'create' || name === 'outputs' || name === 'cancel') return name;
  throw new Error(`the generator does not know ${pathname}`);
};

interface Asked {
  call: GeneratorCall;
  pathname: string;
  /** Number of the provider's task, or of ours while that has none. */
  number: string;
  fields: Record<string, unknown>;
}

const readRequest = (url: URL, body: unknown): Asked => {
  const { pathname } = url;
  const call = callOf(pathname);
  const fields = (typeof body === 'string' ? JSON.parse(body) : {}) as Record<string, unknown>;
  const ours = /[^/]+$/.exec(String(fields['webhookUrl'] ?? ''))?.[0] ?? '';
  return { call, pathname, number: String(fields['taskId'] ?? ours), fields };
};

/**
 * The image service behind a network that loses, delays and repeats messages: the rules are those of the sandbox. It
 * knows no number of ours, so what is sent twice is made twice.
 */
export const simulateGenerator = (options: GeneratorOptions) => {
  const { scheduler } = options;
  const { note, now } = scheduler;
  const core = createRunningHub({ now, queueMs: QUEUE_MS, runMs: RUN_MS });

  const report = () => {
    for (const { id, url, body } of core.due()) {
      const manner = options.notice();
      if (manner.length === 0) note('network', 'loses a report of the generator');
      for (const ms of manner)
        scheduler.later('report of the generator', ms, () => {
          void options.deliver(new URL(url).pathname, body).then(understood => {
            core.answered(id, understood ? 200 : null);
            scheduler.later('report again', 130_000, report);
          });
        });
    }
  };

  const carryOut = ({ call, pathname, fields }: Asked, form: unknown): Response => {
    const json = (value: unknown) => new Response(JSON.stringify(value));
    if (call === 'download') {
      const file = core.resultFile(pathname.slice('/files/'.length));
      return file
        ? new Response(new Uint8Array(options.picture))
        : new Response(null, { status: 404 });
    }
    if (call === 'upload') {
      const { name } = (form as FormData).get('file') as File;
      const fileName = core.uploads.add(name, Buffer.from(name));
      return json({ code: 0, data: { fileName } });
    }
    const answer = core.handle(pathname, fields, { base: GENERATOR_URL });
    if (call === 'create') scheduler.later('the generator is done', QUEUE_MS + RUN_MS + 1, report);
    return json(answer);
  };

  const answerTo = (asked: Asked, form: unknown, { fails }: Manner): Response => {
    const name = `${asked.call} ${asked.number}`.trim();
    const broken = new Response('<h1>Bad Gateway</h1>', { status: 502 });
    if (fails === 'without effect') {
      note('generator', `breaks on ${name}`);
      return broken;
    }
    if (fails === 'refused') {
      const code = options.refusal();
      note('generator', `refuses ${name}: ${code}`);
      return new Response(JSON.stringify({ code, msg: '' }));
    }
    const answer = carryOut(asked, form);
    note('generator', `does ${name}${fails ? ', and breaks' : ''}`);
    return fails ? broken : answer;
  };

  const simulatedFetch = (url: URL, init: RequestInit): Promise<Response> => {
    const asked = readRequest(url, init.body);
    const manner = options.manner(asked.call, asked.number);
    const run = scheduler.current() ?? null;
    const who = run?.name ?? '?';
    const name = `generator.${asked.call} ${asked.number}`.trim();
    note(who, `asks ${name}`);
    return new Promise((resolve, reject) => {
      let over = false;
      init.signal?.addEventListener('abort', () => {
        if (over) return;
        note(who, `gives ${name} up`);
        reject(new Error('no answer'));
      });
      scheduler.later(`${name}: request of ${who}`, manner.there, () => {
        const answer = answerTo(asked, init.body, manner);
        scheduler.later(`${name}: answer to ${who}`, manner.back, () => {
          over = true;
          if (!run?.dead) resolve(answer);
        });
      });
    });
  };

  return { core, fetch: simulatedFetch };
};
