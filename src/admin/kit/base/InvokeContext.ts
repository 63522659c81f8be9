import { createContext, use, useCallback } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import type { Invoke } from '#dataProvider/invoke.ts';

export const InvokeContext = createContext<Invoke | null>(null);

/**
 * The typed invoker, for the calls that are no resource's (profile, statistics, batches). A dead session signs out
 * as it does inside the data provider, without an answer; every other error is thrown on.
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
