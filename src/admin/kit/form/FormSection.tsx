import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useResourceContext } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { ReadOnly } from './ReadOnly.tsx';

export interface FormSectionProps {
  /** Its title and help are the resource's messages `sections.<name>` and `sections.<name>Help`. */
  name?: string;
  title?: string;
  help?: string;
  /** Below the help, e.g. whether it is in effect. */
  state?: ReactNode;
  children: ReactNode;
}

/** A part of a long form: what it is about on the left, its inputs on the right. */
export const FormSection = ({ name, state, children, ...props }: FormSectionProps) => {
  const t = useTexts(`resources.${useResourceContext()}.sections`);
  const { title = t(`${name}`), help = t(`${name}Help`) } = props;
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '168px minmax(0, 1fr)' },
        columnGap: 4,
        rowGap: 1,
        p: { xs: 2, sm: 3 },
        mb: 2,
      }}
    >
      <Box>
        <Typography id={id} variant="h2" sx={{ fontSize: '0.9375rem' }}>
          {title}
        </Typography>
        {help && (
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', mt: 0.5, fontSize: '0.8125rem' }}
          >
            {help}
          </Typography>
        )}
        {state}
      </Box>
      <Box sx={{ minWidth: 0, display: 'flex', flexDirection: 'column', gap: 0.5, mt: { md: -1 } }}>
        <ReadOnly>{children}</ReadOnly>
      </Box>
    </Card>
  );
};

/** Inputs that belong together, side by side where there is room. */
export const FormRow = ({ children, columns = 2 }: { children: ReactNode; columns?: number }) => (
  <Box
    sx={{
      display: 'grid',
      gap: { xs: 0.5, sm: 2 },
      alignItems: 'start',
      // A switch has no label above it; it is aligned with its neighbours' inputs.
      '& > .ra-input:has(.MuiSwitch-root)': { mt: { sm: 3.5 } },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
    }}
  >
    {children}
  </Box>
);
