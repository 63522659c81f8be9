import { afterEach } from 'vitest';

const restored: { mockRestore(): void }[] = [];
afterEach(() => {
  for (const spy of restored.splice(0)) spy.mockRestore();
});

/** A spy until the test that made it ends; those that a whole file made stay. */
export const forOneTest = <S extends { mockRestore(): void }>(spy: S): S => {
  restored.push(spy);
  return spy;
};
