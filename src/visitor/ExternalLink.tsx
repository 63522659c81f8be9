import type { ReactNode } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';

/** Administrators write addresses; only such an address becomes a link. */
export const isWebAddress = (address: string) => /^https:\/\/[^\s/?#@]+([/?#]\S*)?$/.test(address);

/** Another site, in a tab of its own; nothing where there is no such address. */
export const ExternalLink = ({
  href,
  className,
  onClick,
  children,
}: {
  href: string;
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}) =>
  isWebAddress(href) ? (
    <a
      href={href}
      className={className}
      onClick={onClick}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <span className="visually-hidden">{visitor.inNewTab}</span>
    </a>
  ) : null;
