import type { ComponentType } from 'react';
import { Navigate, type ResourceProps, useResourceContext } from 'react-admin';
import { Route, useParams } from 'react-router-dom';

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
