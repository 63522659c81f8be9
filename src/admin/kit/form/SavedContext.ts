import { createContext } from 'react';
import type { OnError, OnSuccess, RedirectionSideEffect } from 'react-admin';

/** What `Edit` or `Create` around a form says about the end of a save. */
export interface Saved {
  redirect?: RedirectionSideEffect | undefined;
  /** In place of the notification and the redirection, as in react-admin. */
  onSuccess?: OnSuccess | undefined;
  onError?: OnError | undefined;
}

export const SavedContext = createContext<Saved>({});
