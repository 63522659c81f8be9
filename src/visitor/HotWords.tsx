import { visitor } from '#i18n/zh/visitor.ts';
import type { Extras } from './catalogue.ts';
import { Link } from './Link.tsx';
import { asSearch, homeAddress } from './location.ts';

/** Popular searches. */
export const HotWords = ({ words }: { words: Extras['keywords'] }) =>
  words.length > 0 && (
    <nav className="hot-words" aria-label={visitor.hotWords}>
      {words.map(({ _id, word }) => (
        <Link key={_id} href={homeAddress({ q: asSearch(word) })}>
          {word}
        </Link>
      ))}
    </nav>
  );

export const HotWordsSkeleton = () => (
  <div className="hot-words" aria-hidden="true">
    {[64, 52, 76, 64, 52].map((width, at) => (
      <span key={at} className="skeleton" style={{ width }} />
    ))}
  </div>
);
