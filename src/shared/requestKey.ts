import { useRef } from 'react';

/** What was asked for last, and its key. */
export interface KeyedRequest {
  what: string;
  key: string;
}

/** The request with its key: the last one's as long as the same is asked for, so that it is not done twice. */
export const keyedRequest = (request: object, last?: KeyedRequest): KeyedRequest => {
  const what = JSON.stringify(request);
  return last?.what === what ? last : { what, key: crypto.randomUUID() };
};

/** The keys of what a form or a button asks for; after an answer whatever is tried next is another attempt. */
export const useRequestKey = () => {
  const last = useRef<KeyedRequest>(undefined);
  return {
    keyOf: (request: object): string => (last.current = keyedRequest(request, last.current)).key,
    answered: () => {
      last.current = undefined;
    },
  };
};
