/** What every target is asked, so that all answer the same. */
export const PAGE = 25;
/** Rows before the page of `deep`; fewer orders than this have no such page. */
export const DEEP = 100_000;
export const STATUS = 'completed';
/** Parts of names; the last digits of numbers are among the sample. */
export const NAME_PARTS = ['柚子', '追光者', '小鹿', 'luna', '海盐芝', '林深'];

/** One after the other, from the beginning again at the end. */
export const next = <T>(values: readonly T[]) => {
  let at = 0;
  return (): T => values[at++ % values.length]!;
};
