import { Box, Checkbox, FormControlLabel, FormHelperText } from '@mui/material';
import { InputHelperText, useInput, useTranslateLabel } from 'react-admin';
import { type Area, areas, type Right, withReading } from '#contract/rights/rights.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';

/** The table of rights, a row for each area: with any of an area goes that to read, and without it none is left. */
export const RightsInput = ({ source }: { source: string }) => {
  const t = useTexts('resources.administrators/roles');
  const { rights: own } = usePermissionsOfTab();
  const label = useTranslateLabel()({ source });
  const { field, fieldState } = useInput<Right[]>({ source });
  const chosen = (field.value ?? []) as Right[];
  const toggle = (area: Area, right: Right, isOn: boolean) => {
    const others = chosen.filter(one => one !== right);
    const left =
      right === `${area}.read` ? others.filter(one => !one.startsWith(`${area}.`)) : others;
    field.onChange(isOn ? withReading([...others, right]) : left);
  };
  return (
    <Box role="group" aria-label={String(label)}>
      <FormHelperText error={fieldState.invalid}>
        <InputHelperText error={fieldState.error?.message} helperText={t('help.rights')} />
      </FormHelperText>
      {(Object.keys(areas) as Area[]).map(area => (
        <Box
          key={area}
          role="group"
          aria-label={areas[area].label}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '184px minmax(0, 1fr)' },
            alignItems: 'baseline',
            columnGap: 2,
            py: 0.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ fontSize: '0.875rem', fontWeight: 500, pt: { xs: 0.5, sm: 0 } }}>
            {areas[area].label}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
            {Object.entries(areas[area].rights).map(([word, name]) => {
              const right = `${area}.${word}` as Right;
              return (
                <FormControlLabel
                  key={right}
                  label={name}
                  slotProps={{ typography: { variant: 'body2' } }}
                  control={
                    <Checkbox
                      size="small"
                      checked={chosen.includes(right)}
                      disabled={own !== null && !own.has(right)}
                      onChange={({ target }) => toggle(area, right, target.checked)}
                    />
                  }
                />
              );
            })}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
