import { Box, Card, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import { FieldInputs } from './FieldInputs.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { type FormEntity, RecordForm, type RecordFormProps } from './RecordForm.tsx';

export interface SimpleFormProps extends Omit<RecordFormProps, 'children'> {
  /** By default the inputs of all fields that the entity declares. */
  children?: ReactNode;
  sx?: SxProps<Theme>;
}

/** react-admin's `SimpleForm` as a `RecordForm`. Inputs that stand in no section have a card around them. */
export const SimpleForm = ({ sx = [], children, ...form }: SimpleFormProps) => (
  <RecordForm {...form}>
    <Box sx={[loose, ...(Array.isArray(sx) ? sx : [sx])]}>
      {children ?? (form.entity && <AllInputs entity={form.entity} />)}
    </Box>
  </RecordForm>
);

/** All that an entity declares, where the page says nothing else. */
const AllInputs = ({ entity }: { entity: FormEntity }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <ReadOnly>
      <FieldInputs entity={entity} />
    </ReadOnly>
  </Card>
);

/** Inputs outside of sections, as a page of react-admin's documentation has them. */
const loose = {
  minWidth: 0,
  '&:has(> .ra-input)': {
    display: 'flex',
    flexDirection: 'column',
    gap: 0.5,
    p: { xs: 2, sm: 3 },
    bgcolor: 'background.paper',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
} as const;
