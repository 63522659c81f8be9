/**
 * Which of the changes that were compiled into the files is active, and how often each place was reached. Kept in the
 * process that runs the tests, where it stands in the global scope.
 */
export interface MutantSwitch {
  /** Of the active change; 0 for none. */
  active: number;
  /** How often the place of each was reached since it was last filled with zeros. */
  reached: Uint32Array;
  /** How often the active one may be reached, before it counts as endless. */
  limit: number;
  isEndless: boolean;
  is(number: number): boolean;
  again(
    numbers: number[],
    evaluate: () => unknown,
    assign: (value: unknown) => void,
    value: unknown,
  ): void;
  activate(number: number, limit: number): void;
}

declare global {
  var mutantSwitch: MutantSwitch;
}

interface Constant {
  evaluate: () => unknown;
  assign: (value: unknown) => void;
  value: unknown;
}

export const createSwitch = (count: number): MutantSwitch => {
  const constants = new Map<number, Constant>();
  const one: MutantSwitch = {
    active: 0,
    reached: new Uint32Array(count + 1),
    limit: Infinity,
    isEndless: false,
    is(number) {
      const times = (one.reached[number] = (one.reached[number] ?? 0) + 1);
      if (number !== one.active) return false;
      if (times <= one.limit) return true;
      one.isEndless = true;
      throw new Error('reached without end');
    },
    again(numbers, evaluate, assign, value) {
      for (const number of numbers) constants.set(number, { evaluate, assign, value });
    },
    activate(number, limit) {
      const before = constants.get(one.active);
      before?.assign(before.value);
      one.active = number;
      one.limit = limit;
      one.isEndless = false;
      one.reached.fill(0);
      const constant = constants.get(number);
      constant?.assign(constant.evaluate());
    },
  };
  return one;
};
