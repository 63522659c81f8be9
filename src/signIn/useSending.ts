import { useRef, useState } from 'react';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';

export interface Failure {
  text?: string;
  fields?: Record<string, string>;
  /** A retry may succeed. */
  retry?: boolean;
}

const read = (error: unknown): Failure => {
  if (error instanceof ActionFailure) {
    const { errors } = error.body;
    return errors ? { fields: errors } : { text: error.message };
  }
  if (error instanceof PlatformFailure) return { text: error.message, retry: true };
  return { text: words.failed, retry: true };
};

/** One step of a sign-in: sent once at a time, and what became of it. */
export const useSending = (first: Failure = {}) => {
  const [failure, setFailure] = useState(first);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  /** @returns why it failed, or null */
  const send = async (work: () => Promise<void>): Promise<Failure | null> => {
    if (busy.current) return null;
    busy.current = true;
    setPending(true);
    setFailure({});
    try {
      await work();
      return null;
    } catch (error) {
      const failed = read(error);
      setFailure(failed);
      return failed;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { failure, setFailure, pending, send };
};
