import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_TOTAL } from '#contract/constants.ts';
import type { PublicCategory, PublicTemplate } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { formatCount, formatTotal } from '../shared/count.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { useStore } from '../shared/store.ts';
import type { Catalogue, Extras } from './catalogue.ts';
import { Failure } from './Failure.tsx';
import { PictureIcon, SearchIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { ListEnd, useReadAhead } from './ListEnd.tsx';
import { asSearch, changeAddress, homeAddress } from './location.ts';
import { EmptyNotice, Notice } from './Notice.tsx';
import type { PagedList, PagedState } from './pagedList.ts';
import { LocalApps, QuickFunctions, QuickFunctionsSkeleton } from './QuickFunctions.tsx';
import { SearchBox } from './SearchBox.tsx';
import { TemplateCard, TemplateCardSkeleton } from './TemplateCard.tsx';
import { PAGE_SIZE, type TemplateLists, type TemplateQuery } from './templateLists.ts';
import { usePageTitle } from './usePageTitle.ts';
import { useReconnected } from './useReconnected.ts';

export interface HomePageProps {
  query: TemplateQuery;
  lists: TemplateLists;
  catalogue: Catalogue;
}

export const HomePage = ({ query, lists, catalogue }: HomePageProps) => {
  usePageTitle();
  const list = lists.of(query);
  const { categories, extras } = catalogue;
  const state = useStore(list);
  const known = useStore(categories);
  const more = useStore(extras);
  const [last, setLast] = useState(state);
  if (state.status !== 'loading' && state !== last) setLast(state);
  // Old results stay, paler, until the next answer, so that the page does not jump with every letter.
  const waiting = state.status === 'loading' && last.items.length > 0;
  const chosen = known?.find(({ _id }) => _id === query.category);
  const isPlain = !query.q && !query.category;

  useEffect(() => {
    list.open();
    categories.open();
    extras.open();
  }, [list, categories, extras]);
  const retry = useCallback(() => {
    list.retry();
    categories.open();
    extras.open();
  }, [list, categories, extras]);
  useReconnected(retry);

  return (
    <>
      <div className="intro">
        <div>
          <h1 tabIndex={-1}>{visitor.heading}</h1>
          <p>{visitor.intro}</p>
        </div>
        <SearchBox value={query.q} onSearch={q => changeAddress(homeAddress({ ...query, q }))} />
      </div>
      {isPlain && <HomeExtras extras={more} onOpen={catalogue.countClick} />}
      {/* Below what comes later: replaced by then, and not moved under a finger. */}
      <Fragment key={isPlain && !more ? 'before' : 'after'}>
        <CategoryTabs categories={known} query={query} />
        {chosen && (
          <div className="category-about hint">
            <Cover src={chosen.coverImage} />
            {chosen.description}
          </div>
        )}
        <p className="visually-hidden" role="status">
          {state.status === 'loading' && visitor.loading}
          {state.status === 'ready' && visitor.found(formatTotal(state.total))}
        </p>
        <div
          className={waiting ? 'results waiting' : 'results'}
          aria-busy={state.status === 'loading'}
        >
          <Results
            state={waiting ? last : state}
            query={query}
            hotWords={more?.keywords ?? []}
            list={list}
            onRetry={retry}
          />
        </div>
      </Fragment>
    </>
  );
};

const HomeExtras = ({
  extras,
  onOpen,
}: {
  extras: Extras | null;
  onOpen: Catalogue['countClick'];
}) =>
  extras ? (
    <>
      <HotWords words={extras.keywords} />
      <QuickFunctions functions={extras.quickFunctions} onOpen={onOpen} />
      <LocalApps apps={extras.localApps} />
    </>
  ) : (
    <>
      <HotWordsSkeleton />
      <QuickFunctionsSkeleton />
    </>
  );

/** The categories of the first level, and those below the one that is chosen or holds it. */
const CategoryTabs = ({
  categories,
  query,
}: {
  categories: PublicCategory[] | null;
  query: TemplateQuery;
}) => {
  if (categories?.length === 0) return null;
  const find = (id: string | undefined) => categories?.find(({ _id }) => _id === id);
  const chosen = find(query.category);
  const open = find(chosen?.parentId) ?? chosen;
  const below = categories?.filter(({ parentId }) => parentId === open?._id) ?? [];
  const all = {
    _id: '',
    name: visitor.allCategories,
    parentId: '',
    description: '',
    coverImage: '',
  };
  return (
    <>
      <Tabs
        label={visitor.categories}
        categories={[all, ...(categories ?? []).filter(one => !find(one.parentId))]}
        isWaiting={categories === null}
        query={query}
        current={open?._id ?? query.category}
      />
      {open && below.length > 0 && (
        <Tabs
          isBelow
          key={open._id}
          label={visitor.categoriesIn(open.name)}
          categories={[{ ...all, _id: open._id }, ...below]}
          query={query}
          current={query.category}
        />
      )}
    </>
  );
};

interface TabsProps {
  label: string;
  categories: PublicCategory[];
  query: TemplateQuery;
  current: string;
  isWaiting?: boolean;
  isBelow?: boolean;
}

const Tabs = ({ label, categories, query, current, isWaiting, isBelow }: TabsProps) => {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current, categories.length]);
  return (
    <nav className={isBelow ? 'tabs tabs-below' : 'tabs'} aria-label={label}>
      {categories.map(({ _id, name, coverImage }) => (
        <Link
          key={_id}
          ref={_id === current ? link : undefined}
          href={homeAddress({ ...query, category: _id })}
          aria-current={_id === current ? 'true' : undefined}
        >
          {isBelow && <Cover src={coverImage} />}
          {name}
        </Link>
      ))}
      {isWaiting &&
        [72, 56, 84, 72, 72].map((width, index) => (
          <span key={index} className="skeleton" style={{ width }} aria-hidden="true" />
        ))}
    </nav>
  );
};

const Cover = ({ src }: { src: string }) =>
  src && (
    <span className="category-cover" aria-hidden="true">
      <SignedImage src={src} className="fill" />
    </span>
  );

interface ResultsProps {
  state: PagedState<PublicTemplate>;
  query: TemplateQuery;
  hotWords: Extras['keywords'];
  list: PagedList<PublicTemplate>;
  onRetry: () => void;
}

const LEAST_RECOMMENDED = 3;
const MOST_RECOMMENDED = 10;

/** The recommended ones come first; some of them in a row of their own, if others are left. */
const withRow = (templates: PublicTemplate[], { q, category }: TemplateQuery) => {
  const others = templates.findIndex(({ isRecommend }) => !isRecommend);
  const isOwnRow = !q && !category && others >= LEAST_RECOMMENDED;
  const length = isOwnRow ? Math.min(others, MOST_RECOMMENDED) : 0;
  return { row: templates.slice(0, length), shown: templates.slice(length) };
};

const Results = ({ state, query, hotWords, list, onRetry }: ResultsProps) => {
  const { status, items, total, more, message } = state;
  const firstToCome = useRef<HTMLLIElement>(null);
  useReadAhead(firstToCome, state, list.loadMore);

  if (status === 'failed') return <Failure message={message} onRetry={onRetry} />;
  if (status === 'ready' && items.length === 0)
    return <NothingHere query={query} hotWords={hotWords} />;
  const { row, shown } = withRow(status === 'ready' ? items : [], query);
  const coming =
    status === 'loading'
      ? PAGE_SIZE / 2
      : more === 'idle' || more === 'loading'
        ? Math.min(total > MAX_TOTAL ? PAGE_SIZE : total - items.length, PAGE_SIZE)
        : 0;
  return (
    <>
      {row.length > 0 && (
        <section className="recommended">
          <h2>{visitor.recommendedTemplates}</h2>
          <ul>
            {row.map(template => (
              <li key={template._id}>
                <TemplateCard template={template} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* Below a row that comes with the first templates: replaced by then, too. */}
      <ul
        key={status === 'loading' ? 'places' : 'cards'}
        className="grid"
        aria-label={visitor.templates}
      >
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
      <ListEnd
        state={state}
        list={list}
        found={visitor.found(formatCount(items.length))}
        onRetry={onRetry}
      />
    </>
  );
};

const NothingHere = ({
  query: { q, category },
  hotWords,
}: {
  query: TemplateQuery;
  hotWords: Extras['keywords'];
}) => {
  if (q) {
    return (
      <>
        <EmptyNotice icon={<SearchIcon />} title={visitor.nothingFound(q)} action={visitor.showAll}>
          {visitor.nothingFoundHint}
        </EmptyNotice>
        <HotWords words={hotWords.filter(({ word }) => word !== q)} />
      </>
    );
  }
  if (category) {
    return (
      <EmptyNotice title={visitor.emptyCategory} action={visitor.showAll}>
        {visitor.emptyCategoryHint}
      </EmptyNotice>
    );
  }
  return (
    <Notice icon={<PictureIcon />} title={visitor.noTemplates}>
      {visitor.noTemplatesHint}
    </Notice>
  );
};

/** Popular searches. */
const HotWords = ({ words }: { words: Extras['keywords'] }) =>
  words.length > 0 && (
    <nav className="hot-words" aria-label={visitor.hotWords}>
      {words.map(({ _id, word }) => (
        <Link key={_id} href={homeAddress({ q: asSearch(word) })}>
          {word}
        </Link>
      ))}
    </nav>
  );

const HotWordsSkeleton = () => (
  <div className="hot-words" aria-hidden="true">
    {[64, 52, 76, 64, 52].map((width, at) => (
      <span key={at} className="skeleton" style={{ width }} />
    ))}
  </div>
);
