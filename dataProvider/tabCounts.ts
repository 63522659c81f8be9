/** What tabs show may be as old, as long as nothing is changed here. */
const FRESH_MS = 30_000;
const MAX_LISTS = 20;

type Counts = Record<string, number>;

/** The counts of lists as they were last answered, by what the lists are filtered by. */
export const createTabCounts = () => {
  let lists = new Map<string, { counts: Counts; until: number }>();
  return {
    get: (of: string): Counts | undefined => {
      const known = lists.get(of);
      return known && known.until > Date.now() ? known.counts : undefined;
    },
    /** To be called before they are asked for: what was asked before a change is not kept. */
    keeper: (of: string) => {
      const asked = lists;
      return (counts: Counts) => {
        asked.delete(of);
        asked.set(of, { counts, until: Date.now() + FRESH_MS });
        for (const oldest of [...asked.keys()].slice(0, -MAX_LISTS)) asked.delete(oldest);
      };
    },
    forget: () => void (lists = new Map()),
  };
};

/** By the names of the contract; previews count as changes, which costs a count. */
export const mayChange = (action: string) => !/^get/i.test(action);
