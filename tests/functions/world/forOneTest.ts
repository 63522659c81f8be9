import { onTestFinished } from 'vitest';

/** A spy until the test that made it ends; those that a whole file made stay. */
export const forOneTest = <S extends { mockRestore(): void }>(spy: S): S => {
  onTestFinished(() => spy.mockRestore());
  return spy;
};
