import { visitor } from '#i18n/zh/visitor.ts';
import { Link } from './Link.tsx';

export const NotFoundPage = () => (
  <div className="not-found">
    <p className="not-found-number" aria-hidden="true">
      404
    </p>
    <h1 tabIndex={-1}>{visitor.notFound}</h1>
    <p>{visitor.notFoundHint}</p>
    <Link className="button button-accent" href="/">
      {visitor.backHome}
    </Link>
  </div>
);
