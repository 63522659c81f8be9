import { useCallback, useEffect, useRef } from 'react';
import { reactRouterProvider, type RouterNavigateFunction, type RouterProvider } from 'react-admin';
import { flushSync } from 'react-dom';
import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

const changesSearchOnly = (to: Parameters<RouterNavigateFunction>[0]) =>
  typeof to === 'object' && to.pathname === undefined;

/**
 * react-router for react-admin, whose rows and buttons all want to navigate: what asks for that is not rendered anew with
 * each address. Besides, two differences for navigations that change only the search, as lists do in a timeout to keep
 * their filters, sorting and page:
 * - Each applies to the page that asked for it; a list would otherwise return from a page opened meanwhile.
 * - What it leads to is rendered before the next click can come. react-admin changes what a list has rendered, and would
 *   otherwise lose what was asked for in between.
 * @param getRouter its address may be ahead of what is rendered
 */
export const createRouterProvider = (getRouter: () => Router): RouterProvider => ({
  ...reactRouterProvider,
  useNavigate: () => {
    const drawnPath = useRef('');
    useEffect(() => {
      drawnPath.current = getRouter().state.location.pathname;
    }, []);
    return useCallback<RouterNavigateFunction>((to, options) => {
      const router = getRouter();
      const navigate = () =>
        void (typeof to === 'number' ? router.navigate(to) : router.navigate(to, options));
      if (!changesSearchOnly(to)) return navigate();
      if (drawnPath.current !== router.state.location.pathname) return;
      // An effect replaces an address, and may not render at once.
      if (options?.replace) return navigate();
      // react-admin must have ended its own timeout, as the effects of rendering may ask for another page.
      queueMicrotask(() => flushSync(navigate));
    }, []);
  },
});
