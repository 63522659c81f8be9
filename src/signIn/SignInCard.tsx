import type { ReactNode } from 'react';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { currentYear } from '../shared/time.ts';
import './SignInPage.css';

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
