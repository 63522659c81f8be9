import { describe, expect, it } from 'vitest';
import { formatYuan } from '#src/shared/money.ts';
import { dayEnd, dayStart, exactTime, lastDay, relativeTime } from '#src/shared/time.ts';

describe('money', () => {
  it('shows fen as yuan with two decimals', () => {
    expect(formatYuan(1_234)).toBe('¥12.34');
    expect(formatYuan(0)).toBe('¥0.00');
    expect(formatYuan(1)).toBe('¥0.01');
    expect(formatYuan(123_456_789)).toBe('¥1,234,567.89');
    expect(formatYuan(-990)).toBe('-¥9.90');
  });
});

describe('time in Shanghai', () => {
  const now = Date.parse('2026-11-03T15:30:00+08:00');
  const at = (text: string) => relativeTime(Date.parse(text), now);

  it('shows the exact time wherever the browser is', () => {
    expect(exactTime(Date.parse('2026-11-02T16:05:07Z'))).toBe('2026-11-03 00:05:07');
  });

  it('shows an end at midnight as the day before, and others as their day', () => {
    expect(lastDay(dayStart('2026-12-31'))).toBe('2026-12-30');
    expect(lastDay(dayEnd('2026-12-31'))).toBe('2026-12-31');
    expect(lastDay(dayStart('2026-12-31') + 3_600_000)).toBe('2026-12-31');
  });

  it('counts minutes and hours of the same day', () => {
    expect(at('2026-11-03T15:29:30+08:00')).toBe('刚刚');
    expect(at('2026-11-03T15:25:00+08:00')).toBe('5 分钟前');
    expect(at('2026-11-03T00:10:00+08:00')).toBe('15 小时前');
  });

  it('names yesterday by the calendar, not by twenty-four hours', () => {
    expect(at('2026-11-02T23:59:00+08:00')).toBe('昨天 23:59');
    expect(at('2026-11-02T00:00:00+08:00')).toBe('昨天 00:00');
    expect(relativeTime(now - 20 * 60_000, Date.parse('2026-11-03T15:30:00+08:00'))).toBe(
      '20 分钟前',
    );
  });

  it('shows the date before that, and the year when it is another', () => {
    expect(at('2026-11-01T09:05:00+08:00')).toBe('11-01 09:05');
    expect(at('2025-12-31T09:05:00+08:00')).toBe('2025-12-31');
  });

  it('takes a time that is slightly ahead for now', () => {
    expect(relativeTime(now + 90_000, now)).toBe('刚刚');
  });
});
