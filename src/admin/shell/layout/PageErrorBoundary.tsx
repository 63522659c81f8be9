import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

interface PageErrorBoundaryProps {
  children: ReactNode;
  /** Another address is another chance. */
  address: string;
}

/** React itself writes the error to the console, and nothing else hears of it (SPEC §8). */
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
