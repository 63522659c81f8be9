import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useEvent, useResourceContext, useTranslate } from 'react-admin';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { takenOf } from '#contract/search.ts';
import { useComposition, usePhone } from '../base/hooks.ts';
import { isText, useFilter } from './useFilter.ts';

const DEBOUNCE_MS = 300;

/**
 * Search of a list. Owns its text, so that a late answer never rewrites what is being typed. The resource's messages
 * say what is found, `search`, and where that is not all, what by a part of it and what only whole, `searchHelp`.
 */
export const SearchInput = ({ source = 'q' }: { source?: string; alwaysOn?: boolean }) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const placeholder = translate(`resources.${resource}.search`);
  const isPhone = usePhone();
  const help = translate(`resources.${resource}.searchHelp`, { _: '' });
  const [applied = '', apply] = useFilter(source, isText);
  const [text, setText] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const [sent, setSent] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (applied !== seen) {
    setSeen(applied);
    // Changed from outside: a cleared filter, the back button.
    if (applied !== sent) {
      setSent(applied);
      setText(applied);
    }
  }

  const search = useEvent((q: string) => {
    clearTimeout(timer.current);
    const words = takenOf(q)?.value ?? q.trim();
    setSent(words);
    apply(words || undefined);
  });
  const later = (q: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(q), DEBOUNCE_MS);
  };
  const { isComposing, handlers } = useComposition(later);

  const taken = takenOf(text);
  return (
    <Tooltip title={help} placement="bottom-start" disableFocusListener>
      <TextField
        value={text}
        type="search"
        placeholder={
          isPhone && emsOf(placeholder) > PHONE_EMS ? translate('ra.action.search') : placeholder
        }
        helperText={
          taken &&
          translate('list.searchedFor', {
            kind: translate(`list.kinds.${taken.kind}`),
            value: taken.value,
          })
        }
        margin="none"
        onChange={({ target }) => {
          setText(target.value);
          if (!isComposing()) later(target.value);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            search(text);
            // What is scanned next takes its place.
            (event.target as HTMLInputElement).select();
          }
          if (event.key === 'Escape' && text) {
            setText('');
            search('');
          }
        }}
        {...handlers}
        sx={{
          width: { xs: 1, sm: `max(240px, calc(${emsOf(placeholder)}em + 64px))` },
          ...quietPlaceholder,
          '& input::-webkit-search-cancel-button': { display: 'none' },
        }}
        slotProps={{
          htmlInput: {
            'aria-label': placeholder,
            'aria-description': help || undefined,
            maxLength: MAX_SEARCH_LENGTH,
          },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
            endAdornment: text ? (
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('list.clearSearch')}
                onClick={() => {
                  setText('');
                  search('');
                }}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            ) : undefined,
          },
        }}
      />
    </Tooltip>
  );
};

/** Beside the button of the filters. */
const PHONE_EMS = 10;

/** How wide a text is at most, so that a placeholder has its room in every font. */
const emsOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign > '\u2E80' ? 1 : 0.65), 0);

/** In filters the placeholder is the label: quiet, and still readable. */
export const quietPlaceholder = {
  '& input::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;
