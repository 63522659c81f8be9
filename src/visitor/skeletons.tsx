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
}: {
  className?: string;
  block?: string;
}) => (
  <div className={className} aria-busy="true">
    <span className="visually-hidden" role="status">
      {visitor.loading}
    </span>
    <span className="skeleton skeleton-title" />
    <span className={`skeleton ${block}`} />
  </div>
);
