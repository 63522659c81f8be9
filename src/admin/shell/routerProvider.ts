import { useCallback, useEffect, useRef } from 'react';
import { reactRouterProvider, type RouterNavigateFunction, type RouterProvider } from 'react-admin';

const changesSearchOnly = (to: Parameters<RouterNavigateFunction>[0]) =>
  typeof to === 'object' && to.pathname === undefined;

/**
 * react-router for react-admin, with one difference: whatever changes only the search of an address counts for the page
 * that asked for it. A list writes its filters there a moment late, and would bring back whoever has opened another
 * page meanwhile.
 * @param currentPath path of the address as it is now, which may be ahead of what is drawn
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
