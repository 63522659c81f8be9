import { visitor } from '#i18n/zh/visitor.ts';

/**
 * As tall as a card, so that nothing moves when it comes.
 * @param lines classes of its lines of text, with the widths of their words
 */
export const CardSkeleton = ({ lines }: { lines: readonly (readonly [string, string])[] }) => (
  <span className="card" aria-hidden="true">
    <span className="card-cover skeleton" />
    {lines.map(([line, width]) => (
      <span key={line} className={line}>
        <span className="skeleton skeleton-words" style={{ width }} />
      </span>
    ))}
  </span>
);

/** A title and what is below it. */
export const PageSkeleton = ({
  className,
  block = 'skeleton-block',
  words,
}: {
  className?: string;
  block?: string;
  /** What is being waited for, where that is more than a page. */
  words?: string;
}) => (
  <div className={className} aria-busy="true">
    <span className={words ? 'hint' : 'visually-hidden'} role="status">
      {words ?? visitor.loading}
    </span>
    <span className="skeleton skeleton-title" />
    <span className={`skeleton ${block}`} />
  </div>
);

/** A template's page. */
export const DetailSkeleton = () => (
  <div className="detail" aria-busy="true">
    <span className="visually-hidden" role="status">
      {visitor.loading}
    </span>
    <span className="detail-cover skeleton" />
    <div className="detail-text" aria-hidden="true">
      <span className="skeleton skeleton-title" />
      <span className="skeleton skeleton-line" style={{ width: '70%' }} />
      <span className="skeleton skeleton-block" />
    </div>
  </div>
);
