/** An invariant is violated. */
export class Broken extends Error {}

export const demand = (holds: boolean, sentence: () => string) => {
  if (!holds) throw new Broken(sentence());
};

export const sum = <T>(items: T[], amount: (item: T) => number) =>
  items.reduce((total, item) => total + amount(item), 0);
