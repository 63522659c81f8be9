import { Component, type ReactNode, Suspense } from 'react';
import { texts } from '#contract/constants.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { Failure } from './Failure.tsx';

/** A page whose code is loaded when it is opened. */
export const LoadedPage = ({ children }: { children: ReactNode }) => (
  <Boundary>
    <Suspense
      fallback={
        <p className="page-loading" role="status">
          {visitor.loading}
        </p>
      }
    >
      {children}
    </Suspense>
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
