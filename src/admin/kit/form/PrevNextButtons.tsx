import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import { Box, IconButton, Tooltip } from '@mui/material';
import {
  type MouseEvent,
  type PropsWithChildren,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import { type PrevNextButtonProps, type RaRecord, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { ActedContext, type Acted } from '../base/ActedContext.ts';
import { useRecord } from '../base/hooks.ts';
import { useKeys } from '../base/shortcuts.ts';
import { Quiet } from '../field/valueFields.tsx';
import { usePrevNextController } from './usePrevNextController.ts';

/** react-admin's `PrevNextButtons`, of lists of any length, and by J and K. Nothing for a record from elsewhere. */
export const PrevNextButtons = ({ sx, ...props }: PrevNextButtonProps) => {
  const translate = useTranslate();
  const { prevPath, nextPath, index, total, goToPrev, goToNext } = usePrevNextController(props);
  useKeys((event, isPlain) => {
    if (!isPlain) return;
    if (event.key === 'j') goToNext();
    if (event.key === 'k') goToPrev();
  });
  if (!prevPath && !nextPath && index === undefined) return null;
  const step = (
    name: string,
    key: string,
    to: string | undefined,
    go: () => void,
    icon: ReactNode,
  ) => (
    <Tooltip title={`${translate(`form.${name}`)} · ${key}`}>
      <span>
        <IconButton
          size="small"
          aria-label={translate(`form.${name}`)}
          aria-keyshortcuts={key}
          {...(to
            ? {
                component: Link,
                to,
                onClick: (event: MouseEvent) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  go();
                },
              }
            : { disabled: true })}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
  return (
    <Box
      component="nav"
      aria-label={translate('form.neighbours')}
      sx={[
        { display: 'inline-flex', alignItems: 'center', flex: 'none' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {step('previous', 'K', prevPath, goToPrev, <NavigateBeforeIcon fontSize="small" />)}
      {index !== undefined && (
        <Quiet component="span" small sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatCount(index + 1)} / {formatTotal(total)}
        </Quiet>
      )}
      {step('next', 'J', nextPath, goToNext, <NavigateNextIcon fontSize="small" />)}
    </Box>
  );
};

export interface NextOfWaitingProps {
  /** Whether a record of the list still waits. */
  waits: (record: RaRecord) => boolean;
}

/**
 * Around the page of a record that may wait: once an action here has ended that, the next one that waits in the list
 * that it was opened from is opened. What others have ended stays.
 */
export const NextOfWaiting = ({ waits, children }: PropsWithChildren<NextOfWaitingProps>) => {
  const notify = useNotify();
  const record = useRecord();
  const { index, isFetching, goToNextOf } = usePrevNextController({});
  const isDone = useRef(false);
  const acted = useCallback<Acted>(
    ({ _id, ...answer }) => {
      if (_id === record.id && waits(record) && !waits({ ...answer, id: _id }))
        isDone.current = true;
    },
    [record, waits],
  );
  useEffect(() => {
    // The list is read again after each action.
    if (!isDone.current || isFetching) return;
    isDone.current = false;
    if (!goToNextOf(waits) && index === undefined) notify('form.noneWaits');
  }, [isFetching, goToNextOf, waits, index, notify]);
  return <ActedContext value={acted}>{children}</ActedContext>;
};
