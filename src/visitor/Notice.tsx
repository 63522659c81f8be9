import type { ReactNode } from 'react';

export interface NoticeProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** Read out at once. */
  urgent?: boolean;
}

/** In the place of what should be there: why it is not, and what to do now. */
export const Notice = ({ icon, title, children, action, urgent }: NoticeProps) => (
  <div className="notice" role={urgent ? 'alert' : undefined}>
    <span className="notice-icon">{icon}</span>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
);
