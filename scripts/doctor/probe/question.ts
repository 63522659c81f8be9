import type { Cloud } from '../../deploy/cloud.ts';

/** Questions of the page `docs/first-deployment.md`, with how each is asked; the answer is a cell of its table. */
export type Questions<Place> = Readonly<Record<string, (place: Place) => Promise<string>>>;

/** A collection that was made for the questions, closed to clients, with a unique index over `k` and one over `group, at`. */
export interface Trial {
  cloud: Cloud;
  collection: string;
  /** Records of the longest question. */
  records: number;
}

const LONGEST = 160;

/** The platform's own words, short. */
export const refusalOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const words = String(message ?? error).replace(/\s+/g, ' ');
  return `${code ? `${String(code)}: ` : ''}${words.slice(0, LONGEST)}`;
};

/** What became of a request that may be refused. */
export const outcome = (
  asking: Promise<unknown>,
  describe: (answer: unknown) => string = () => 'done',
): Promise<string> => asking.then(describe, refusalOf);
