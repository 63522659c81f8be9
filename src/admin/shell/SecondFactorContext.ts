import { createContext, use, useSyncExternalStore } from 'react';
import { createSecondFactor } from '#dataProvider/secondFactor.ts';

export const SecondFactorContext = createContext(createSecondFactor(false, () => undefined));

/** What the server has said about the second factor, and the answers to it. */
export const useSecondFactor = () => {
  const { subscribe, state, answer, require } = use(SecondFactorContext);
  return { state: useSyncExternalStore(subscribe, state), answer, require };
};
