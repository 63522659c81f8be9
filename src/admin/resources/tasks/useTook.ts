import { duration } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration of a task in words, from milliseconds: `12 秒`, `3 分 5 秒`, `2 小时`. */
export const useTook = () => {
  const t = useTexts('resources.tasks');
  return (ms: number) => {
    if (ms >= HOUR) return duration(ms);
    const seconds = Math.max(0, Math.round(ms / SECOND));
    return seconds < 60
      ? t('seconds', { count: seconds })
      : t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
};
