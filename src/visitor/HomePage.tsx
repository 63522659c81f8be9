import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PublicCategory } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { observeVisibility } from '../shared/visibility.ts';
import type { Categories } from './categories.ts';
import { CloudOffIcon, PictureIcon, SearchIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { changeAddress, goTo, homeAddress } from './location.ts';
import { Notice } from './Notice.tsx';
import { SearchBox } from './SearchBox.tsx';
import { TemplateCard, TemplateCardSkeleton } from './TemplateCard.tsx';
import {
  PAGE_SIZE,
  type TemplateLists,
  type TemplateListState,
  type TemplateQuery,
} from './templateLists.ts';

export interface HomePageProps {
  query: TemplateQuery;
  lists: TemplateLists;
  categories: Categories;
}

export const HomePage = ({ query, lists, categories }: HomePageProps) => {
  const list = lists.of(query);
  const state = useSyncExternalStore(list.subscribe, list.state);
  const known = useSyncExternalStore(categories.subscribe, categories.state);
  const [last, setLast] = useState(state);
  if (state.status !== 'loading' && state !== last) setLast(state);
  // Old results stay, paler, until the next answer, so that the page does not jump with every letter.
  const waiting = state.status === 'loading' && last.templates.length > 0;

  useEffect(() => {
    list.open();
    categories.open();
  }, [list, categories]);
  const retry = useCallback(() => {
    list.retry();
    categories.open();
  }, [list, categories]);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);

  return (
    <>
      <div className="intro">
        <div>
          <h1 tabIndex={-1}>{visitor.heading}</h1>
          <p>{visitor.intro}</p>
        </div>
        <SearchBox value={query.q} onSearch={q => changeAddress(homeAddress({ ...query, q }))} />
      </div>
      <CategoryTabs categories={known} query={query} />
      <p className="visually-hidden" role="status">
        {state.status === 'loading' && visitor.loading}
        {state.status === 'ready' && visitor.found(state.total)}
      </p>
      <div
        className={waiting ? 'results waiting' : 'results'}
        aria-busy={state.status === 'loading'}
      >
        <Results state={waiting ? last : state} onMore={list.loadMore} onRetry={retry} />
      </div>
    </>
  );
};

const CategoryTabs = ({
  categories,
  query,
}: {
  categories: PublicCategory[] | null;
  query: TemplateQuery;
}) => {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [query.category, categories]);
  if (categories?.length === 0) return null;
  const tabs = [{ _id: '', name: visitor.allCategories }, ...(categories ?? [])];
  return (
    <nav className="tabs" aria-label={visitor.categories}>
      {tabs.map(({ _id, name }) => {
        const chosen = _id === query.category;
        return (
          <Link
            key={_id}
            ref={chosen ? current : undefined}
            href={homeAddress({ ...query, category: _id })}
            aria-current={chosen ? 'true' : undefined}
          >
            {name}
          </Link>
        );
      })}
      {categories === null &&
        [72, 56, 84, 72, 72].map((width, index) => (
          <span key={index} className="skeleton" style={{ width }} aria-hidden="true" />
        ))}
    </nav>
  );
};

interface ResultsProps {
  state: TemplateListState;
  onMore: () => void;
  onRetry: () => void;
}

const Results = ({ state, onMore, onRetry }: ResultsProps) => {
  const { status, templates, total, more, query, message } = state;
  const firstToCome = useRef<HTMLLIElement>(null);

  // The next page is read when its position is nearly visible.
  useEffect(() => {
    if (status !== 'ready' || more !== 'idle' || !firstToCome.current) return;
    if (!('IntersectionObserver' in globalThis)) return;
    return observeVisibility(firstToCome.current, visible => {
      if (visible) onMore();
    });
  }, [status, more, templates.length, onMore]);

  if (status === 'failed') {
    return (
      <Notice
        icon={<CloudOffIcon />}
        title={visitor.failed}
        urgent
        action={
          <button type="button" className="button" onClick={onRetry}>
            {visitor.retry}
          </button>
        }
      >
        {message}
      </Notice>
    );
  }
  if (status === 'ready' && templates.length === 0) return <NothingHere query={query} />;
  const shown = status === 'ready' ? templates : [];
  const coming =
    status === 'loading'
      ? PAGE_SIZE / 2
      : more === 'idle' || more === 'loading'
        ? Math.min(total - templates.length, PAGE_SIZE)
        : 0;
  return (
    <>
      <ul className="grid" aria-label={visitor.templates}>
        {shown.map(template => (
          <li key={template._id}>
            <TemplateCard template={template} />
          </li>
        ))}
        {Array.from({ length: coming }, (_, at) => (
          // A key of its own: being replaced by a card does not count as moved.
          <li
            key={`place ${shown.length + at}`}
            ref={at === 0 ? firstToCome : undefined}
            aria-hidden="true"
          >
            <TemplateCardSkeleton />
          </li>
        ))}
      </ul>
      {status === 'ready' && <EndOfList state={state} onMore={onMore} onRetry={onRetry} />}
    </>
  );
};

const NothingHere = ({ query: { q, category } }: { query: TemplateQuery }) => {
  const showAll = (
    <button type="button" className="button" onClick={() => goTo('/')}>
      {visitor.showAll}
    </button>
  );
  if (q) {
    return (
      <Notice icon={<SearchIcon />} title={visitor.nothingFound(q)} action={showAll}>
        {visitor.nothingFoundHint}
      </Notice>
    );
  }
  if (category) {
    return (
      <Notice icon={<PictureIcon />} title={visitor.emptyCategory} action={showAll}>
        {visitor.emptyCategoryHint}
      </Notice>
    );
  }
  return (
    <Notice icon={<PictureIcon />} title={visitor.noTemplates}>
      {visitor.noTemplatesHint}
    </Notice>
  );
};

const EndOfList = ({ state, onMore, onRetry }: ResultsProps) => {
  const { more, message, total } = state;
  return (
    <div className="list-end">
      {more === 'end' && (
        <p>
          {visitor.end} · {visitor.found(total)}
        </p>
      )}
      {more === 'failed' && <p role="alert">{message}</p>}
      {more === 'loading' && <p role="status">{visitor.loadingMore}</p>}
      {(more === 'idle' || more === 'failed') && (
        <button type="button" className="button" onClick={more === 'idle' ? onMore : onRetry}>
          {more === 'idle' ? visitor.loadMore : visitor.retry}
        </button>
      )}
    </div>
  );
};
