import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { texts } from '#contract/constants.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { Failure } from './Failure.tsx';

export interface LoadedPageProps {
  /** Shown meanwhile. */
  placeholder?: ReactNode;
  children: ReactNode;
}

const loading = (
  <p className="page-loading" role="status">
    {visitor.loading}
  </p>
);

/** A component whose code is loaded when it is rendered, within a `LoadedPage`. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load() }));

/** A page, or a part of one, whose code is loaded when it is opened. */
export const LoadedPage = ({ placeholder = loading, children }: LoadedPageProps) => (
  <Boundary>
    <Suspense fallback={placeholder}>{children}</Suspense>
  </Boundary>
);

class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError = () => ({ isBroken: true });

  override componentDidCatch(error: unknown) {
    console.error('page not shown', error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    // A failed import is remembered by the browser, so only a reload asks again.
    return <Failure message={texts.networkFailed} onRetry={() => location.reload()} />;
  }
}
