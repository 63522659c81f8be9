/**
 * Tests that replace modules, or the clock permanently. Each runs in its own module environment; the others share one per
 * process, where a module once read stays as it is. ESLint lets `vi.mock` stand only in these.
 */
export const replacing = [
  'tests/dataProvider/cloudbase.test.ts',
  'emulator/tests/pool.test.ts',
  'tests/simulation/leases.rest.test.ts',
];

/** The same, of those that need a DOM. */
export const replacingScreens = ['tests/startUp/main.test.tsx', 'tests/screens/loadAhead.test.tsx'];
