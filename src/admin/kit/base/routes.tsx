import { type ComponentType, lazy, useState } from 'react';
import { Navigate, type ResourceProps, useResourceContext } from 'react-admin';
import { Route, useParams } from 'react-router-dom';
import { loadAhead } from '../../../loadAhead.ts';

/** Where an address without a page leads. */
export const NOT_FOUND = '/404';

/**
 * The address of an edit page, `/{resource}/edit/{id}` (docs/specification.md#addresses). react-admin's own,
 * `/{resource}/{id}`, and that of a show page redirect there, so that its stock buttons keep working. Spread into the
 * resource.
 */
export const editRoute = (Edit: ComponentType): Pick<ResourceProps, 'edit' | 'children'> => ({
  edit: StockAddress,
  children: <Route path="edit/:id" element={<Edit />} />,
});

const StockAddress = () => {
  const resource = useResourceContext();
  const { id = '', '*': rest } = useParams();
  const known = id !== 'edit' && (!rest || rest === 'show');
  return (
    <Navigate to={known ? `/${resource}/edit/${encodeURIComponent(id)}` : NOT_FOUND} replace />
  );
};

/**
 * A page to read and act upon, at `/{resource}/{id}`: it uses the edit slot, so that stock links reach it, and
 * `/{id}/show` redirects to it. Spread into the resource.
 */
export const showRoute = (Show: ComponentType): Pick<ResourceProps, 'edit' | 'show'> => ({
  edit: Show,
  show: ShowAddress,
});

const ShowAddress = () => {
  const resource = useResourceContext();
  const { id = '' } = useParams();
  return <Navigate to={`/${resource}/${encodeURIComponent(id)}`} replace />;
};

type Load = () => Promise<unknown>;
const screens: Load[] = [];

/**
 * A screen loaded on its first visit, or ahead, by its named export. A loaded one is rendered at once, because React
 * would show the skeleton for at least 300 ms.
 */
export const lazyScreen = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
) => {
  let loaded: ComponentType | undefined;
  const fetched = async (): Promise<{ default: ComponentType }> => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Waiting = lazy(fetched);
  screens.push(fetched);
  const Screen = () => {
    const [{ Page }] = useState(() => ({ Page: loaded ?? Waiting }));
    return <Page />;
  };
  return Screen;
};

/** Loads all screens, one after the other, in idle time. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
