import type { ReactNode } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';

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

interface EmptyNoticeProps extends Pick<NoticeProps, 'title' | 'isPage'> {
  icon?: ReactNode;
  children?: string;
  /** Where to go on. */
  href?: string;
  action?: string;
}

/** Instead of content that does not exist, or no longer. */
export const EmptyNotice = ({
  icon = <PictureIcon />,
  href = '/',
  action = visitor.backHome,
  ...notice
}: EmptyNoticeProps) => (
  <Notice
    {...notice}
    icon={icon}
    action={
      <Link className="button button-accent" href={href}>
        {action}
      </Link>
    }
  />
);
