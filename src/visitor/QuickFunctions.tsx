import type { PublicQuickFunction, RecommendedApp } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { ExternalLink, isWebAddress } from './ExternalLink.tsx';
import { PictureIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { homeAddress, miniProgramAddress, templateAddress } from './location.ts';

/** Null for one that leads nowhere. */
const addressOf = ({ _id, targetType, targetId, path }: PublicQuickFunction): string | null => {
  switch (targetType) {
    case 'template':
      return targetId ? templateAddress(targetId) : null;
    case 'category':
      return targetId ? homeAddress({ category: targetId }) : null;
    case 'url':
      return isWebAddress(path) ? path : null;
    case 'local_app':
      return miniProgramAddress({ app: targetId });
    default:
      return miniProgramAddress({ entry: _id });
  }
};

const webTargets = new Set<PublicQuickFunction['targetType']>(['template', 'category', 'url']);

interface QuickFunctionsProps {
  functions: PublicQuickFunction[];
  onOpen: (id: string) => void;
}

export const QuickFunctions = ({ functions, onOpen }: QuickFunctionsProps) => {
  const shown = functions.filter(one => addressOf(one) !== null);
  if (shown.length === 0) return null;
  return (
    <nav className="quick-functions" aria-label={visitor.quickFunctions}>
      <ul>
        {shown.map(one => (
          <li key={one._id}>
            <QuickFunction one={one} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </nav>
  );
};

const QuickFunction = ({
  one,
  onOpen,
}: {
  one: PublicQuickFunction;
  onOpen: QuickFunctionsProps['onOpen'];
}) => {
  const { _id, icon, title, badge, targetType } = one;
  const href = addressOf(one) ?? '/';
  const open = () => onOpen(_id);
  const content = (
    <>
      <span className="icon-tile" aria-hidden="true">
        {icon ? <SignedImage src={icon} className="fill" /> : <PictureIcon />}
      </span>
      <span className="quick-title">{title}</span>
      {!webTargets.has(targetType) && <span className="quick-where">{visitor.inMiniProgram}</span>}
      {badge && <span className="quick-badge">{badge}</span>}
    </>
  );
  return targetType === 'url' ? (
    <ExternalLink className="quick-function" href={href} onClick={open}>
      {content}
    </ExternalLink>
  ) : (
    <Link className="quick-function" href={href} onClick={open}>
      {content}
    </Link>
  );
};

/** Recommended ones of the mini-program, which the web can only point to. */
export const LocalApps = ({ apps }: { apps: RecommendedApp[] }) =>
  apps.length > 0 && (
    <nav className="hot-words local-apps" aria-label={visitor.localApps}>
      {apps.map(({ _id, icon, name }) => (
        <Link key={_id} href={miniProgramAddress({ app: _id })}>
          {icon && (
            <span className="local-app-icon" aria-hidden="true">
              <SignedImage src={icon} className="fill" />
            </span>
          )}
          {name}
        </Link>
      ))}
      <Link href={miniProgramAddress()}>{visitor.allLocalApps}</Link>
    </nav>
  );

/** Two rows on a phone, as most sites have. */
export const QuickFunctionsSkeleton = () => (
  <div className="quick-functions" aria-hidden="true">
    <ul>
      {Array.from({ length: 8 }, (_, at) => (
        <li key={at}>
          <span className="quick-function">
            <span className="icon-tile skeleton" />
            <span className="quick-title">
              <span className="skeleton skeleton-words" style={{ width: 48 }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  </div>
);
