import type { ReactElement, ReactNode } from 'react';
import {
  Resource as RaResource,
  type ResourceProps as RaResourceProps,
  useResourceContext,
} from 'react-admin';
import { Navigate, Route, useParams } from 'react-router-dom';
import { AccessDenied, CanAccess } from './CanAccess.tsx';
import { elementOf, elementsIn, type Screen } from './elements.ts';
import { NOT_FOUND } from './ExactAddress.tsx';
import { editPath, showPath } from './hooks.ts';

export interface ResourceOptions {
  /** In the menu and the breadcrumb, in place of the message `page.list`. */
  label?: string;
  /** What it stands below in the menu and the breadcrumb: a resource, or a page by its address without the slash. */
  parent?: string;
  /** It stands there in the breadcrumb alone. */
  isHidden?: boolean;
  /** The server can export its list. */
  isExportable?: boolean;
}

export interface ResourceProps extends RaResourceProps {
  options?: ResourceOptions;
}

/**
 * react-admin's `<Resource>` with the addresses of this product (docs/specification.md#addresses): an edit page is at
 * `/{resource}/edit/{id}`, a show page at `/{resource}/{id}`. react-admin's own, `/{resource}/{id}` and `/{id}/show`,
 * lead there, so that its stock buttons keep working. A page that the role does not open says so, and is not loaded.
 */
export const Resource = ({ list, create, edit, show, children, ...props }: ResourceProps) => (
  <RaResource
    {...props}
    {...(list && { list: opened(props.name, 'list', list) })}
    {...(create && { create: opened(props.name, 'create', create) })}
    edit={edit ? <ToEdit /> : show && opened(props.name, 'show', show)}
    show={show && <ToShow />}
  >
    {edit && <Route path="edit/:id/*" element={opened(props.name, openedBy(show), edit)} />}
    {elementsIn(children).map(({ key, props: route }) => {
      const { path = '', element } = route as { path?: string; element?: ReactElement };
      const action = path.startsWith('import') ? 'edit' : 'list';
      return (
        <Route key={key} path={path} element={element && opened(props.name, action, element)} />
      );
    })}
  </RaResource>
);

/** A form is the page of what has no other: those who may only read see it without what saves it. */
const openedBy = (show: unknown) => (show ? 'edit' : 'show');

/** A screen, or that the role does not open it. */
export const opened = (resource: string, action: string, screen: Screen): ReactElement => (
  <CanAccess resource={resource} action={action} accessDenied={<AccessDenied />}>
    {elementOf(screen)}
  </CanAccess>
);

Resource.raName = 'Resource';
Resource.registerResource = (props: ResourceProps) => ({
  ...RaResource.registerResource({ ...props, edit: props.edit ?? props.show }),
  options: { ...props.options, pages: furtherPages(props.children) },
});

/** The paths of routes given as children, e.g. `import` for `/keywords/import`. */
const furtherPages = (children: ReactNode): string[] =>
  elementsIn(children).flatMap(({ props }) => (props as { path?: string }).path ?? []);

const ToEdit = () => {
  const resource = useResourceContext() ?? '';
  const { id = '', '*': rest } = useParams();
  const known = id !== 'edit' && (!rest || rest === 'show');
  return <Navigate to={known ? editPath(resource, id) : NOT_FOUND} replace />;
};

const ToShow = () => {
  const resource = useResourceContext() ?? '';
  const { id = '' } = useParams();
  return <Navigate to={showPath(resource, id)} replace />;
};
