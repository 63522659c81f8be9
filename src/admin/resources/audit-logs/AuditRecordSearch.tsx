import SearchIcon from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { useState } from 'react';
import { plainId } from '#contract/pasted.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { quietPlaceholder } from '../../kit/list/quietPlaceholder.ts';
import { isText, useFilter } from '../../kit/list/useFilter.ts';

const MAX_LENGTH = 200;

/** The log of one record, by its complete id: searched on Enter or on blur. */
export const AuditRecordSearch = () => {
  const t = useTexts('resources.audit-logs');
  const label = t('search');
  const [applied = '', apply] = useFilter('resourceId', isText);
  const [text, setText] = useState(applied);
  const [last, setLast] = useState(applied);
  if (applied !== last) {
    setLast(applied);
    setText(applied);
  }
  const search = () => apply(plainId(text) || undefined);
  return (
    <TextField
      type="search"
      margin="none"
      value={text}
      placeholder={label}
      onChange={({ target }) => setText(target.value)}
      onBlur={search}
      onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && search()}
      sx={{ width: { xs: 1, sm: 240 }, ...quietPlaceholder }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: MAX_LENGTH },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
