import type { ReactNode } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { Notice, type NoticeProps } from './Notice.tsx';

export interface EmptyNoticeProps extends Pick<NoticeProps, 'title' | 'isPage'> {
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
