import type { ReactNode } from 'react';

export interface NoticeProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** Read out at once. */
  urgent?: boolean | undefined;
  /** Its title is the title of the page. */
  isPage?: boolean | undefined;
}

/** Shown instead of content: why it is missing, and what to do. */
export const Notice = ({ icon, title, children, action, urgent, isPage }: NoticeProps) => (
  <div className="notice" role={urgent ? 'alert' : undefined}>
    <span className="notice-icon">{icon}</span>
    {isPage ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
);
