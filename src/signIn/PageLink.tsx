import type { ReactNode } from 'react';

export interface PageLinkProps {
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
