import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

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
