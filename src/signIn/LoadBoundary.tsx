import { Component, type ReactNode } from 'react';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { ReloadCard } from './ReloadCard.tsx';

/** What is shown next could not be loaded: no network, or a new version has replaced it. */
export class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ReloadCard title={words.loadFailed} hint={words.loadFailedHint} action={words.reload} />
    );
  }
}
