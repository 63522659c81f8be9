import { useRef, useState } from 'react';
import { failureMessage } from './failureMessage.ts';

/** What is done once at a time; what it throws becomes the message, until it is done again. */
export const useAct = <A extends unknown[]>(
  act: (...given: A) => Promise<void>,
  messageOf: (failure: unknown) => string = failureMessage,
) => {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const isRunning = useRef(false);
  const attempt = async (...given: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setMessage('');
    try {
      await act(...given);
    } catch (failure) {
      console.error('not done', failure);
      setMessage(messageOf(failure));
    }
    isRunning.current = false;
    setBusy(false);
  };
  return { busy, message, run: (...given: A) => void attempt(...given) };
};
