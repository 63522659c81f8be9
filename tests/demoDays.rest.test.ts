import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '#contract/order.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { makeDemo } from '../scripts/demo/demo.ts';

// What the demo data encrypt, with a key that no other test of this process sees.
beforeAll(() => void vi.stubEnv('APP_KEK_1', randomBytes(32).toString('base64')));
afterAll(() => void vi.unstubAllEnvs());

it.each(['00:10', '09:00', '15:30', '23:58'])(
  'at %s neither today nor yesterday stands out from the other days of the demo',
  hour => {
    const now = Date.parse(`2026-11-30T${hour}:00+08:00`);
    const orders = makeDemo(now).collections['orders'] as Order[];
    const paidOn = (daysAgo: number) => {
      const day = dayOf(now - daysAgo * DAY_MS);
      const paid = orders.filter(({ payTime }) => payTime !== null && dayOf(payTime) === day);
      return paid.reduce((sum, { payFen }) => sum + payFen, 0);
    };
    const usual = Array.from({ length: 28 }, (_, at) => paidOn(at + 2));
    const most = Math.max(...usual);
    expect(paidOn(0)).toBeLessThanOrEqual(most);
    expect(paidOn(1)).toBeLessThanOrEqual(most);
    expect(paidOn(1)).toBeGreaterThanOrEqual(Math.min(...usual));
  },
);
