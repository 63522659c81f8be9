import { visitor } from '#i18n/zh/visitor.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { useStore } from '../shared/store.ts';
import { Brand, HomeIcon, PersonIcon, PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { type Page, worksAddress } from './location.ts';
import type { Unread } from './unread.ts';

const places = [
  { name: 'home', href: '/', label: visitor.home, icon: <HomeIcon /> },
  { name: 'works', href: worksAddress(), label: visitor.works, icon: <PictureIcon /> },
  { name: 'me', href: '/me', label: visitor.me, icon: <PersonIcon /> },
] as const;

/** The pages that the navigation leads to; on a phone it is at the foot of these only. */
export const isPlace = (page: Page['name']) => places.some(({ name }) => name === page);

export interface SiteHeaderProps {
  page: Page['name'];
  unread: Unread;
}

export const SiteHeader = ({ page, unread }: SiteHeaderProps) => {
  const hasUnread = useStore(unread) > 0;
  const { siteName, logo } = useSystemSettings().site;
  return (
    <header className="header">
      <Link href="/" className="brand">
        {logo ? (
          <span className="brand-mark" aria-hidden="true">
            <SignedImage src={logo} className="fill" fit="contain" />
          </span>
        ) : (
          <Brand />
        )}
        <span className="brand-name">{siteName}</span>
      </Link>
      <nav className="site-nav" aria-label={visitor.mainPages}>
        {places.map(({ name, href, label, icon }) => (
          <Link key={name} href={href} aria-current={name === page ? 'page' : undefined}>
            {icon}
            {label}
            {name === 'me' && hasUnread && (
              <span className="site-dot">
                <span className="visually-hidden">{visitor.unread}</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
    </header>
  );
};
