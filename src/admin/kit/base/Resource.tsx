import type { ReactElement, ReactNode } from 'react';
import {
  Resource as RaResource,
  type ResourceProps as RaResourceProps,
  useResourceContext,
} from 'react-admin';
import { Navigate, Route, useLocation, useParams } from 'react-router-dom';
import { AccessDenied, CanAccess } from './CanAccess.tsx';
import { elementOf, elementsIn, type Screen } from './elements.ts';
import { useCreatePath } from './hooks.ts';

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

/** Where an address without a page leads. */
export const NOT_FOUND = '/404';

/**
 * react-admin's `<Resource>` with the addresses of this product (docs/specification.md#addresses): an edit page is at
 * `/{resource}/edit/{id}`, the page of a resource without one at `/{resource}/{id}`. react-admin's own, `/{resource}/{id}`
 * and `/{id}/show`, lead there, so that its stock buttons keep working; of a resource with both `/{id}/show` is the page
 * to read. What stands below a page to read is its own (tabs). A page that the role does not open says so, and is not
 * loaded.
 */
export const Resource = ({ list, create, edit, show, children, ...props }: ResourceProps) => (
  <RaResource
    {...props}
    {...(list && { list: <ExactAddress>{opened(props.name, 'list', list)}</ExactAddress> })}
    {...(create && {
      create: <ExactAddress>{opened(props.name, 'create', create)}</ExactAddress>,
    })}
    edit={
      edit ? <ToEdit /> : show && <RecordAddress>{opened(props.name, 'show', show)}</RecordAddress>
    }
    show={show && (edit ? opened(props.name, 'show', show) : <ToShow />)}
  >
    {edit && <Route path="edit/:id" element={opened(props.name, openedBy(show), edit)} />}
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
  <CanAccess
    resource={resource}
    action={action}
    accessDenied={<AccessDenied resource={resource} />}
  >
    {elementOf(screen)}
  </CanAccess>
);

Resource.raName = 'Resource';
Resource.registerResource = (props: ResourceProps) => ({
  ...RaResource.registerResource(props),
  options: { ...props.options, pages: furtherPages(props.children) },
});

/** The paths of routes given as children, e.g. `import` for `/keywords/import`. */
const furtherPages = (children: ReactNode): string[] =>
  elementsIn(children).flatMap(({ props }) => (props as { path?: string }).path ?? []);

/** Around a page that react-admin's routes would show for any address below its own. */
const ExactAddress = ({ children }: { children: ReactNode }) =>
  useParams()['*'] ? <Navigate to={NOT_FOUND} replace /> : children;

/** The words that stand in place of an id where there is such a page. */
const pageNames = ['create', 'edit'];

const RecordAddress = ({ children }: { children: ReactNode }) =>
  pageNames.includes(useParams()['id'] ?? '') ? <Navigate to={NOT_FOUND} replace /> : children;

const ToEdit = () => {
  const createPath = useCreatePath();
  const resource = useResourceContext() ?? '';
  const { id = '', '*': rest } = useParams();
  const { state } = useLocation();
  const to = rest && rest !== 'show' ? NOT_FOUND : createPath({ resource, type: 'edit', id });
  return (
    <RecordAddress>
      <Navigate to={to} state={state as unknown} replace />
    </RecordAddress>
  );
};

const ToShow = () => {
  const resource = useResourceContext() ?? '';
  const { id = '' } = useParams();
  return <Navigate to={useCreatePath()({ resource, type: 'show', id })} replace />;
};
