import { useCallback, useEffect, useRef } from 'react';
import { reactRouterProvider, type RouterNavigateFunction, type RouterProvider } from 'react-admin';
import { flushSync } from 'react-dom';

const changesSearchOnly = (to: Parameters<RouterNavigateFunction>[0]) =>
  typeof to === 'object' && to.pathname === undefined;

/**
 * react-router for react-admin, with two differences for navigations that change only the search, as lists do in a
 * timeout to keep their filters, sorting and page:
 * - Each applies to the page that asked for it; a list would otherwise return from a page opened meanwhile.
 * - What it leads to is rendered before the next click can come. react-admin changes what a list has rendered, and would
 *   otherwise lose what was asked for in between.
 * @param currentPath path of the current address, which may be ahead of what is rendered
 */
export const createRouterProvider = (currentPath: () => string): RouterProvider => ({
  ...reactRouterProvider,
  useNavigate: () => {
    const navigate = reactRouterProvider.useNavigate();
    const { pathname } = reactRouterProvider.useLocation();
    const drawnPath = useRef('');
    useEffect(() => {
      drawnPath.current = currentPath();
    }, [pathname]);
    return useCallback<RouterNavigateFunction>(
      (to, options) => {
        if (!changesSearchOnly(to)) return navigate(to, options);
        if (drawnPath.current !== currentPath()) return;
        // An effect replaces an address, and may not render at once.
        if (options?.replace) return navigate(to, options);
        // react-admin must have ended its own timeout, as the effects of rendering may ask for another page.
        queueMicrotask(() => flushSync(() => navigate(to, options)));
      },
      [navigate],
    );
  },
});
