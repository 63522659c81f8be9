import { codes } from '#contract/envelope.ts';
import { ActionFailure, type Invoke } from './invoke.ts';

/** `asked`: the screen asks for a code. `required`: it must be set up before anything else. */
type State = 'quiet' | 'asked' | 'required';

/** What the server has said about the second factor, for the one place of the screen that answers it. */
export interface SecondFactor {
  state(): State;
  subscribe(changed: () => void): () => void;
  /** Calls that need a code at the same time wait for the same one. @returns whether it was confirmed */
  ask(): Promise<boolean>;
  answer(isConfirmed: boolean): void;
  require(isRequired: boolean): void;
}

/** @param noteRequired keeps it for the next time that the page is loaded */
export const createSecondFactor = (
  isRequired: boolean,
  noteRequired: (isRequired: boolean) => void,
): SecondFactor => {
  let state: State = isRequired ? 'required' : 'quiet';
  const listeners = new Set<() => void>();
  let asked: { answer: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | undefined;
  const become = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe: changed => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    ask: () => {
      if (!asked) {
        let resolve!: (isConfirmed: boolean) => void;
        const answer = new Promise<boolean>(done => (resolve = done));
        asked = { answer, resolve };
        become('asked');
      }
      return asked.answer;
    },
    answer: isConfirmed => {
      asked?.resolve(isConfirmed);
      asked = undefined;
      if (state === 'asked') become('quiet');
    },
    require: now => {
      noteRequired(now);
      become(now ? 'required' : 'quiet');
    },
  };
};

/**
 * Calls that need the code of the second factor are repeated once it was confirmed; without, they fail as they would have.
 * Where it is to be set up first, a call never settles: the screen shows nothing else then. A look that nobody asked for
 * asks for nothing.
 */
export const withSecondFactor =
  (invoke: Invoke, factor: Pick<SecondFactor, 'ask' | 'require'>): Invoke =>
  async (...call) => {
    for (;;) {
      try {
        return await invoke(...call);
      } catch (error) {
        if (call[3]?.quiet) throw error;
        const code = error instanceof ActionFailure ? error.body.code : undefined;
        if (code === codes.secondFactorRequired) {
          factor.require(true);
          return new Promise(() => undefined);
        }
        if (code !== codes.secondFactorNeeded || !(await factor.ask())) throw error;
      }
    }
  };
