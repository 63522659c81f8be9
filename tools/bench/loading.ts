import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '../../contract/admin.ts';
import { signIn as signInOn } from '../photograph/signIn.ts';

export const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;
export const sum = (values: Iterable<number>) =>
  [...values].reduce((total, value) => total + value, 0);

export const isScript = (url: string) => /\.js($|\?)/.test(url);
export const isCall = (url: string) => url.includes('/v1/functions/');

/** Address → gzip bytes of the scripts among the answers. */
export const scriptSizes = async (answers: Response[]): Promise<Map<string, number>> =>
  new Map(
    await Promise.all(
      answers
        .filter(answer => isScript(answer.url()))
        .map(async answer => {
          const body = await answer.body().catch(() => Buffer.alloc(0));
          return [answer.url(), body.length && gzipSync(body).length] as const;
        }),
    ),
  );

/** The answers that a page gets from now on. */
export const collectAnswers = (page: Page): Response[] => {
  const answers: Response[] = [];
  page.on('response', answer => answers.push(answer));
  return answers;
};

export interface Speed {
  name: string;
  /** How many times slower than it is. */
  processor: number;
  /** Bytes a second and milliseconds; absent: as it is. */
  network?: { throughput: number; latency: number };
}
export const fast: Speed = { name: 'as it is', processor: 1 };
export const slow: Speed = {
  name: '10 Mbit/s, 40 ms, processor 4 times slower',
  processor: 4,
  network: { throughput: 10_000_000 / 8, latency: 40 },
};
/** A cheap phone in a place with poor reception. */
export const slowPhone: Speed = {
  name: '1.6 Mbit/s, 400 ms, processor 4 times slower',
  processor: 4,
  network: { throughput: 1_600_000 / 8, latency: 400 },
};

export const slowDown = async (page: Page, { processor, network }: Speed) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  if (!network) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.throughput,
    uploadThroughput: network.throughput,
  });
};

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signed in: cookie and storage of a browser. */
export const signIn = async (
  browser: Browser,
  url: string,
  password = EXAMPLE_PASSWORD,
): Promise<StorageState> => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await signInOn(page, url, password);
  const state = await context.storageState();
  await context.close();
  return state;
};
