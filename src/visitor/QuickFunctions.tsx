import type { PublicQuickFunction } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { ExternalLink, isWebAddress } from './ExternalLink.tsx';
import { PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { homeAddress, templateAddress } from './location.ts';

/** Null for one that leads nowhere on the web. */
const addressOf = ({ targetType, targetId, path }: PublicQuickFunction): string | null => {
  if (targetType === 'template' && targetId) return templateAddress(targetId);
  if (targetType === 'category' && targetId) return homeAddress({ category: targetId });
  return targetType === 'url' && isWebAddress(path) ? path : null;
};

export const QuickFunctions = ({ functions }: { functions: PublicQuickFunction[] }) => {
  const shown = functions.filter(one => addressOf(one) !== null);
  if (shown.length === 0) return null;
  return (
    <nav className="quick-functions" aria-label={visitor.quickFunctions}>
      <ul>
        {shown.map(one => (
          <li key={one._id}>
            <QuickFunction {...one} />
          </li>
        ))}
      </ul>
    </nav>
  );
};

const QuickFunction = (one: PublicQuickFunction) => {
  const href = addressOf(one) ?? '/';
  const content = (
    <>
      <span className="quick-icon" aria-hidden="true">
        {one.icon ? <SignedImage src={one.icon} className="fill" /> : <PictureIcon />}
      </span>
      <span className="quick-title">{one.title}</span>
      {one.badge && <span className="quick-badge">{one.badge}</span>}
    </>
  );
  return one.targetType === 'url' ? (
    <ExternalLink className="quick-function" href={href}>
      {content}
    </ExternalLink>
  ) : (
    <Link className="quick-function" href={href}>
      {content}
    </Link>
  );
};

/** Two rows on a phone, as most sites have. */
export const QuickFunctionsSkeleton = () => (
  <div className="quick-functions" aria-hidden="true">
    <ul>
      {Array.from({ length: 8 }, (_, at) => (
        <li key={at}>
          <span className="quick-function">
            <span className="quick-icon skeleton" />
            <span className="quick-title">
              <span className="skeleton skeleton-words" style={{ width: 48 }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  </div>
);
