import { createContext } from 'react';

/** Hears of the record that an action on the page has answered. */
export type Acted = (answer: { _id: string }) => void;

export const ActedContext = createContext<Acted>(() => undefined);
