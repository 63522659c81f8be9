import { createContext, use, useCallback } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import type { Invoke } from '#dataProvider/invoke.ts';

export const InvokeContext = createContext<Invoke | null>(null);

/**
 * The typed invoker, for calls that belong to no resource (profile, statistics, batches). A dead session signs out and
 * the call never settles, as in the data provider; every other error is thrown.
 */
export const useInvoke = (): Invoke => {
  const invoke = use(InvokeContext);
  if (!invoke) throw new Error('InvokeContext is missing above');
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useCallback(
    async (name, action, data) => {
      try {
        return await invoke(name, action, data);
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    [invoke, logoutIfAccessDenied],
  );
};
