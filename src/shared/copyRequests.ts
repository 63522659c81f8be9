/** Copies that are made for this page at the same time; each takes a function for some tenths of a second. */
const AT_ONCE = 4;
/** Delays before asking again for a copy that another request is making. */
const AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] as const;

export interface MadeCopy {
  src: string;
  url: string;
  expireTime: number;
  unmade?: true | undefined;
}

/**
 * Has copies of pictures made that are not there yet, in the order in which pages asked for them. Pages show a
 * placeholder meanwhile.
 * @param make one call
 * @returns for an address, the answer with the copy; rejects like the call, and when it takes too long
 */
export const createCopyRequests = (make: (src: string) => Promise<MadeCopy>) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return async (src: string): Promise<MadeCopy> => {
    for (const pause of AGAIN_MS) {
      const answer = await turn(() => make(src));
      if (!answer.unmade) return answer;
      await new Promise(resolve => setTimeout(resolve, pause));
    }
    throw new Error('a copy is not made in time');
  };
};
