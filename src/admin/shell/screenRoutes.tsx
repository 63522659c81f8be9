import { isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  CustomRoutes,
  type Resource,
  type ResourceDefinition,
  type ResourceProps,
} from 'react-admin';
import { matchRoutes, Navigate } from 'react-router-dom';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { elementOf, elementsIn } from '../kit/base/elements.ts';

export interface ScreenRoute {
  /** Below the admin path, `/orders/:id/*`. */
  path: string;
  element: ReactElement;
  /** That a `<Resource>` gives, and which of its pages: `list`, `create`, `edit`, `show`, or the path of a further one. */
  resource?: string;
  page?: string;
}

type ResourceElement = ReactElement<ResourceProps> & { type: typeof Resource };

const isResource = (element: ReactElement): element is ResourceElement =>
  (element.type as { raName?: string }).raName === 'Resource';

/** Every page of what `<Admin>` is given as children, redirects left out. */
export const screenRoutes = (children: ReactNode): ScreenRoute[] =>
  elementsIn(children).flatMap(element => {
    if (isResource(element)) return resourceRoutes(element.props);
    if (element.type !== CustomRoutes) return [];
    return customRoutes((element.props as { children?: ReactNode }).children);
  });

const customRoutes = (children: ReactNode): ScreenRoute[] =>
  elementsIn(children).flatMap(route => {
    const { path, element } = route.props as { path?: string; element?: ReactNode };
    return path && isValidElement(element) && element.type !== Navigate ? [{ path, element }] : [];
  });

const resourceRoutes = ({ name, list, create, edit, show, children }: ResourceProps) => {
  const route = (page: string, path: string, screen: ResourceProps['list']): ScreenRoute[] =>
    screen ? [{ path: `/${name}${path}`, element: elementOf(screen), resource: name, page }] : [];
  return [
    ...route('list', '', list),
    ...customRoutes(children).flatMap(({ path, element }) => route(path, `/${path}`, element)),
    ...route('create', '/create', create),
    ...route('edit', '/edit/:id', edit),
    ...route('show', edit ? '/:id/show/*' : '/:id/*', show),
  ];
};

/** What react-admin registers of these resources only after the first rendering, which the menu is a part of. */
export const resourceDefinitions = (children: ReactNode): Record<string, ResourceDefinition> =>
  Object.fromEntries(
    elementsIn(children)
      .filter(isResource)
      .map(({ type, props }) => [props.name, type.registerResource(props)]),
  );

/** Loads the screen of an address below the admin path: a lazy one with its texts, for any other all texts. */
export const loadScreen = async (children: ReactNode, pathname: string) => {
  const routes = screenRoutes(children).map(({ path, element }) => ({ path, element }));
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element;
  const { load = loadTexts } = (element?.type ?? {}) as { load?: () => Promise<unknown> };
  await load();
};
