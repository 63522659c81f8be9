import { codes } from '#contract/envelope.ts';
import { ActionFailure, type Invoke, sessionOver } from './invoke.ts';

/** Whether looks that nobody asks for have found the session over, for the one place of the screen that says so. */
export interface QuietLooks {
  haveEnded(): boolean;
  subscribe(changed: () => void): () => void;
  end(isOver: boolean): void;
}

export const createQuietLooks = (): QuietLooks => {
  let isOver = false;
  const listeners = new Set<() => void>();
  return {
    haveEnded: () => isOver,
    subscribe: changed => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    end: next => {
      if (isOver === next) return;
      isOver = next;
      for (const listener of listeners) listener();
    },
  };
};

/**
 * After a look that has found the session over, none is sent until a call of any other kind has succeeded: the page
 * stays as it is, with what was typed.
 */
export const withQuietLooks =
  (invoke: Invoke, looks: Pick<QuietLooks, 'haveEnded' | 'end'>): Invoke =>
  async (...call) => {
    const isQuiet = call[3]?.quiet === true;
    if (isQuiet && looks.haveEnded()) throw new ActionFailure(sessionOver);
    try {
      const answer = await invoke(...call);
      if (!isQuiet) looks.end(false);
      return answer;
    } catch (error) {
      if (isQuiet && isSessionOver(error)) looks.end(true);
      throw error;
    }
  };

const isSessionOver = (error: unknown) =>
  error instanceof ActionFailure && error.body.code === codes.unauthenticated;
