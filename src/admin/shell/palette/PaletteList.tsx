import { Box, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { type Option } from './usePaletteOptions.ts';

interface PaletteListProps {
  id: string;
  options: readonly Option[];
  active: Option | undefined;
  /** Said where there is nothing to choose. */
  empty: string;
  onActive: (key: string) => void;
  onChosen: (option: Option) => void;
}

const groupsOf = (options: readonly Option[]) => [...new Set(options.map(({ group }) => group))];

/** The options under the headings of their groups; the active one is scrolled into view. */
export const PaletteList = ({
  id,
  options,
  active,
  empty,
  onActive,
  onChosen,
}: PaletteListProps) => {
  const translate = useTranslate();
  const shown = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Answers a promise in newer browsers.
    void shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active?.key]);
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', overflowY: 'auto', maxHeight: '56vh', p: 1 }}>
      {options.length === 0 && (
        <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {empty}
        </Typography>
      )}
      <Box id={id} role="listbox" aria-label={translate('palette.results')}>
        {groupsOf(options).map(group => (
          <PlainList key={group} role="group" aria-label={group}>
            <Typography
              component="li"
              role="presentation"
              sx={{ px: 1, pt: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}
            >
              {group}
            </Typography>
            {options
              .filter(option => option.group === group)
              .map(option => (
                <Box
                  key={option.key}
                  component="li"
                  id={`${id} ${option.key}`.replaceAll(' ', '-')}
                  ref={option === active ? shown : undefined}
                  role="option"
                  aria-selected={option === active}
                  onMouseMove={() => option !== active && onActive(option.key)}
                  onClick={() => onChosen(option)}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2,
                    minHeight: { xs: 44, sm: 36 },
                    px: 1,
                    borderRadius: 1,
                    cursor: 'pointer',
                    bgcolor: option === active ? 'action.selected' : undefined,
                  }}
                >
                  <Typography noWrap sx={{ flex: 1, minWidth: 0 }}>
                    {option.label}
                  </Typography>
                  {option.hint && (
                    <Typography
                      noWrap
                      sx={{ maxWidth: '45%', fontSize: '0.75rem', color: 'text.secondary' }}
                    >
                      {option.hint}
                    </Typography>
                  )}
                </Box>
              ))}
          </PlainList>
        ))}
      </Box>
    </Box>
  );
};
