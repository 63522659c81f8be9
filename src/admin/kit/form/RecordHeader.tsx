import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { useGetRecordRepresentation, useRecordContext, useResourceContext } from 'react-admin';
import { Link, useNavigationType } from 'react-router-dom';
import { useTexts } from '../base/hooks.ts';
import { RECORD_HEAD } from '../base/measures.ts';
import { PrevNextButtons } from './PrevNextButtons.tsx';

export interface RecordHeaderProps {
  /** A picture before the name. */
  picture?: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
}

/** Whose page this is, its state, and what can be done with it; the layout then says neither again (`RECORD_HEAD`). */
export const RecordHeader = ({ picture, status, actions }: RecordHeaderProps) => {
  const t = useTexts('form');
  const resource = useResourceContext() ?? '';
  const name = String(useGetRecordRepresentation(resource)(useRecordContext()));
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpened = useNavigationType() !== 'POP';
  useEffect(() => {
    // What was clicked is gone; the keyboard, and what reads the page out, go on from here.
    if (isOpened && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <Box
      className={RECORD_HEAD}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        mb: 2,
        minHeight: 40,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Tooltip title={t('back')}>
          <IconButton
            component={Link}
            to={`/${resource}`}
            size="small"
            aria-label={t('back')}
            sx={{ ml: -0.75, flex: 'none' }}
          >
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        {picture}
        <Typography
          ref={heading}
          component="h2"
          tabIndex={-1}
          title={name}
          sx={{
            outline: 'none',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
            minWidth: 0,
            fontSize: { xs: '1rem', sm: '1.25rem' },
            fontWeight: 600,
            lineHeight: 1.4,
          }}
        >
          {name}
        </Typography>
        {status && <Box sx={{ ml: 1, flex: 'none', fontSize: '0.8125rem' }}>{status}</Box>}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {actions}
        <PrevNextButtons />
      </Box>
    </Box>
  );
};
