import { vi } from 'vitest';
import { forOneTest } from './forOneTest.ts';

interface Written {
  compareAndSet: (...given: unknown[]) => Promise<unknown>;
}

/** Something else that happens just before the first, second, … write to these records, in one test. */
export const beforeWrite = (
  records: { compareAndSet: unknown },
  write: number,
  does: () => Promise<unknown>,
) => {
  const target = records as Written;
  const original = target.compareAndSet;
  let writes = 0;
  forOneTest(vi.spyOn(target, 'compareAndSet')).mockImplementation(async (...given) => {
    writes += 1;
    if (writes === write) await does();
    return original(...given);
  });
};
