import type { PublicTemplate } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { Link } from './Link.tsx';
import { templateAddress } from './location.ts';
import { CardSkeleton } from './skeletons.tsx';

export const TemplateCard = ({ template }: { template: PublicTemplate }) => (
  <Link className="card" href={templateAddress(template._id)}>
    {/* The name stands below it. */}
    <span className="card-cover" aria-hidden="true">
      <SignedImage src={template.coverImage} className="fill" />
    </span>
    <span className="card-name">{template.name}</span>
    {template.subtitle && <span className="card-subtitle">{template.subtitle}</span>}
    <span className="card-facts">
      <span className="cost">{visitor.credits(template.costCredits)}</span>
      {template.suspended && <span className="tag tag-suspended">{visitor.suspended}</span>}
      {template.vipOnly && <span className="tag tag-member">{visitor.vipOnly}</span>}
      {template.isRecommend && !template.suspended && (
        <span className="tag tag-accent">{visitor.recommended}</span>
      )}
      {template.isNew && !template.suspended && <span className="tag">{visitor.isNew}</span>}
    </span>
  </Link>
);

export const TemplateCardSkeleton = () => (
  <CardSkeleton
    lines={[
      ['card-name', '55%'],
      ['card-subtitle', '80%'],
      ['card-facts', '30%'],
    ]}
  />
);
