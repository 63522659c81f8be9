import { Component, type ReactNode } from 'react';
import { signIn as words } from '#i18n/zh/signIn.ts';
import './SignInPage.css';

/** What is shown next could not be loaded: no network, or a new version has replaced it. */
export class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="sign-in">
        <div className="sign-in-card" role="alert">
          <h1>{words.loadFailed}</h1>
          <p>{words.loadFailedHint}</p>
          <button type="button" className="sign-in-submit" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </div>
      </main>
    );
  }
}
