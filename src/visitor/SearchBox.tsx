import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { CloseIcon, SearchIcon } from './icons.tsx';
import { asSearch } from './location.ts';

/** Between the last letter and the search. */
const PAUSE_MS = 300;

export interface SearchBoxProps {
  value: string;
  onSearch: (q: string) => void;
}

/** Searches a moment after the last letter, never during a composition. */
export const SearchBox = ({ value, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address was changed otherwise, e.g. by going back.
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }

  const search = (typed: string) => {
    clearTimeout(timer.current);
    const q = asSearch(typed);
    if (q === value) return;
    setSearched(q);
    onSearch(q);
  };
  const searchSoon = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed), PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!composing.current) search(text);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest('input, textarea, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);

  return (
    <form className="search" role="search" onSubmit={submit}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        name="q"
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={visitor.searchPlaceholder}
        aria-label={visitor.search}
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setText(target.value);
          if (!composing.current) searchSoon(target.value);
        }}
        onCompositionStart={() => {
          composing.current = true;
          clearTimeout(timer.current);
        }}
        onCompositionEnd={({ currentTarget }) => {
          composing.current = false;
          searchSoon(currentTarget.value);
        }}
      />
      {text && (
        <button
          type="button"
          className="search-clear"
          aria-label={visitor.clearSearch}
          onClick={() => {
            setText('');
            search('');
            input.current?.focus();
          }}
        >
          <CloseIcon />
        </button>
      )}
    </form>
  );
};
