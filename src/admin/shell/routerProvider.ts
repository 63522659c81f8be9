import { useCallback, useEffect, useRef } from 'react';
import { reactRouterProvider, type RouterNavigateFunction, type RouterProvider } from 'react-admin';

const changesSearchOnly = (to: Parameters<RouterNavigateFunction>[0]) =>
  typeof to === 'object' && to.pathname === undefined;

/**
 * react-router for react-admin, with one difference: a navigation that changes only the search applies to the page that
 * asked for it. A list writes its filters to the address with a delay, and would otherwise return from a page opened
 * meanwhile.
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
        if (changesSearchOnly(to) && drawnPath.current !== currentPath()) return;
        navigate(to, options);
      },
      [navigate],
    );
  },
});
