import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { oneLine, Quiet } from '../../kit/field/valueFields.tsx';

export interface Share {
  label: string;
  value: number;
  written: string;
  note?: string;
  to: string;
}

/** Rows with a bar as long as their share of the greatest. */
export const Shares = ({ rows }: { rows: Share[] }) => {
  const translate = useTranslate();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  if (rows.length === 0) {
    return <Quiet sx={{ py: 2 }}>{translate('dashboard.nothing')}</Quiet>;
  }
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.25,
      }}
    >
      {rows.map(({ label, value, written, note, to }) => (
        <Box component="li" key={to + label}>
          <Box
            component={Link}
            to={to}
            sx={{
              display: 'block',
              mx: -1,
              px: 1,
              py: 0.75,
              borderRadius: 1,
              color: 'text.primary',
              textDecoration: 'none',
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Box sx={{ display: 'flex', gap: 1, fontSize: '0.8125rem' }}>
              <Box component="span" sx={{ ...oneLine, flex: 1, minWidth: 0 }}>
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
          </Box>
        </Box>
      ))}
    </Box>
  );
};
