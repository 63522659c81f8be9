/** What became of one question. */
export interface Answer {
  question: string;
  /** Null where it could not be asked, which is not a fault. */
  ok: boolean | null;
  /** What was found. */
  found: string;
  /** What to do about it. */
  advice?: string;
}

/** WeChat's code for a caller whose address is not on the mini-program's list. */
export const NOT_ON_LIST = 40164;

export const fine = (question: string, found: string): Answer => ({ question, ok: true, found });

export const wrong = (question: string, found: string, advice: string): Answer => ({
  question,
  ok: false,
  found,
  advice,
});

export const unasked = (question: string, found: string, advice: string): Answer => ({
  question,
  ok: null,
  found,
  advice,
});
