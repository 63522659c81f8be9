import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

interface PageErrorBoundaryProps {
  children: ReactNode;
  /** Another address resets the error. */
  address: string;
}

/** React itself writes the error to the console; nothing else is reported (docs/specification.md#errors). */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ address }: PageErrorBoundaryProps) {
    if (this.state.failed && address !== this.props.address) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
