import { useEffect } from 'react';

/** Calls when the network returns. */
export const useReconnected = (call: () => void) => {
  useEffect(() => {
    addEventListener('online', call);
    return () => removeEventListener('online', call);
  }, [call]);
};
