import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType } from 'react';
import { Navigate, type ResourceProps, useResourceContext } from 'react-admin';
import { Route, useParams } from 'react-router-dom';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { type LazyPart, lazyPart } from '../../../lazyPart.tsx';
import { loadAhead } from '../../../loadAhead.ts';

/** Where an address without a page leads. */
export const NOT_FOUND = '/404';

/**
 * A resource: its screens, and its place among the pages. Their titles are its messages `pages.list`, `pages.create`,
 * `pages.edit`, `pages.show`, and of further pages `pages.<path>`.
 */
export interface AdminResource {
  name: string;
  icon: SvgIconComponent;
  recordRepresentation?: ResourceProps['recordRepresentation'];
  list: LazyScreen;
  create?: LazyScreen;
  edit?: LazyScreen;
  /** A page to read and act upon, in place of an edit page. */
  show?: LazyScreen;
  /** Addresses continue below that of `show`. */
  hasTabs?: boolean;
  /** Further pages by their path below that of the list. */
  pages?: Readonly<Record<string, LazyScreen>>;
  /** The address of the page above its list. */
  parent?: string;
  /** The address of the section of the menu that it stands in, its own where it opens one; null: not in the menu. */
  section: string | null;
  /** The server can export its list. */
  isExportable?: boolean;
}

/**
 * What react-admin is told of it. An edit page is at `/{resource}/edit/{id}`, a show page at `/{resource}/{id}`
 * (docs/specification.md#addresses). react-admin's own addresses, `/{resource}/{id}` and `/{id}/show`, redirect there,
 * so that its stock buttons keep working.
 */
export const resourceProps = (resource: AdminResource): ResourceProps => {
  const { name, icon, recordRepresentation, list, create, edit: Edit, show } = resource;
  return {
    name,
    icon,
    recordRepresentation,
    list,
    create,
    edit: Edit ? StockAddress : show,
    show: show && ShowAddress,
    options: { isExportable: resource.isExportable },
    children: (
      <>
        {Edit && <Route path="edit/:id" element={<Edit />} />}
        {Object.entries(resource.pages ?? {}).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </>
    ),
  };
};

const StockAddress = () => {
  const resource = useResourceContext();
  const { id = '', '*': rest } = useParams();
  const known = id !== 'edit' && (!rest || rest === 'show');
  return (
    <Navigate to={known ? `/${resource}/edit/${encodeURIComponent(id)}` : NOT_FOUND} replace />
  );
};

const ShowAddress = () => {
  const resource = useResourceContext();
  const { id = '' } = useParams();
  return <Navigate to={`/${resource}/${encodeURIComponent(id)}`} replace />;
};

export type LazyScreen = LazyPart<object>;

const screens: LazyScreen['load'][] = [];

/** A list, by its named export, with the texts of its resource (`addTexts`). */
export const lazyList = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): LazyScreen => {
  const screen = lazyPart(async () => (await load())[name]);
  screens.push(screen.load);
  return screen;
};

/** The same for any other screen, which is shown once all texts are here. */
export const lazyScreen: typeof lazyList = (load, name) =>
  lazyList(async () => (await Promise.all([load(), loadTexts()]))[0], name);

/** Loads all screens, one after the other, in idle time. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
