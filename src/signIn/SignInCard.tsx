import './SignInPage.css';
import type { ReactNode } from 'react';
import type { Credentials } from '#authProvider/signIn.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import type { Departure } from '../Departure.ts';
import { currentYear } from '../shared/time.ts';
import type { Failure } from './useSending.ts';

/** A page before the sign-in. */
export const SignInCard = ({ children }: { children: ReactNode }) => (
  <main className="sign-in">
    <div className="sign-in-card">
      <p className="sign-in-brand">{words.appTitle}</p>
      {children}
    </div>
    <footer>
      {words.footer} © {currentYear()}
    </footer>
  </main>
);

interface PageLinkProps {
  to: string;
  /** Goes there without loading the page anew. */
  onGo: () => void;
  children: ReactNode;
}

/** To the other page before the sign-in. With a key held, the browser does as with every link. */
export const PageLink = ({ to, onGo, children }: PageLinkProps) => (
  <a
    className="sign-in-link"
    href={to}
    onClick={event => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onGo();
    }}
  >
    {children}
  </a>
);

interface SignInFailureProps {
  failure: Failure;
  /** The id of the form that is sent again. */
  form: string;
  pending: boolean;
}

/** What is wrong with no field. */
export const SignInFailure = ({ failure, form, pending }: SignInFailureProps) =>
  failure.text && (
    <div className="sign-in-notice failed" role="alert">
      <span>{failure.text}</span>
      {failure.retry && (
        <button type="submit" form={form} className="sign-in-retry" disabled={pending}>
          {words.retry}
        </button>
      )}
    </div>
  );

export interface SignInPageProps {
  departure: Departure;
  signIn: (credentials: Credentials) => Promise<void>;
  onTyping: () => void;
  onSignedIn: () => void;
  onLostPassword: () => void;
}
