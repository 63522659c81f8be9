import { visitor } from '#i18n/zh/visitor.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { Brand, HomeIcon, PersonIcon, PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { type Page, worksAddress } from './location.ts';

const places = [
  { name: 'home', href: '/', label: visitor.home, icon: <HomeIcon /> },
  { name: 'works', href: worksAddress(), label: visitor.works, icon: <PictureIcon /> },
  { name: 'me', href: '/me', label: visitor.me, icon: <PersonIcon /> },
] as const;

/** The pages that the navigation leads to; on a phone it is at the foot of these only. */
export const isPlace = (page: Page['name']) => places.some(({ name }) => name === page);

export const SiteHeader = ({ page }: { page: Page['name'] }) => {
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
          </Link>
        ))}
      </nav>
    </header>
  );
};
