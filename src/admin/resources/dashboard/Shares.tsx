import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { oneLine, Quiet } from '../../kit/field/valueFields.tsx';
import { DashboardRow } from './DashboardRow.tsx';

export interface Share {
  label: string;
  value: number;
  written: string;
  note?: ReactNode;
  to: string;
}

/** Rows with a bar as long as their share of the greatest. */
export const Shares = ({ rows }: { rows: Share[] }) => {
  const translate = useTranslate();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  if (rows.every(({ value }) => value === 0)) {
    return <Quiet sx={{ py: 2 }}>{translate('dashboard.nothing')}</Quiet>;
  }
  return (
    <PlainList
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.25,
      }}
    >
      {rows.map(({ label, value, written, note, to }) => (
        <DashboardRow key={to + label} to={to}>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Box component="span" title={label} sx={{ ...oneLine, flex: 1, minWidth: 0 }}>
              {label}
            </Box>
            {note && (
              <Quiet component="span" sx={{ whiteSpace: 'nowrap' }}>
                {note}
              </Quiet>
            )}
            <Box component="span" sx={{ whiteSpace: 'nowrap', fontWeight: 500 }}>
              {written}
            </Box>
          </Box>
          <Box
            aria-hidden
            sx={{
              mt: 0.5,
              height: 4,
              borderRadius: 2,
              bgcolor: 'action.selected',
              overflow: 'hidden',
            }}
          >
            <Box
              sx={{
                height: 1,
                width: `${(value / most) * 100}%`,
                bgcolor: 'primary.main',
                borderRadius: 2,
              }}
            />
          </Box>
        </DashboardRow>
      ))}
    </PlainList>
  );
};
