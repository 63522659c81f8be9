import { createContext, use, useSyncExternalStore } from 'react';
import { createWaitingSaves } from '#dataProvider/waitingSaves.ts';

export const WaitingSavesContext = createContext(createWaitingSaves());

/** The records whose saves wait for the network, and a function to cancel them. */
export const useWaitingSaves = () => {
  const saves = use(WaitingSavesContext);
  const waiting = useSyncExternalStore(saves.subscribe, saves.waiting);
  return { waiting, send: saves.send, cancel: saves.cancel };
};
