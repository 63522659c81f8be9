import { Box } from '@mui/material';
import { apiKeyStatuses } from '#contract/apiKey.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { ApiKeyActions } from './ApiKeyActions.tsx';
import { ApiKeyBalanceField, ApiKeyLoadField, ApiKeyNameField } from './ApiKeyFields.tsx';

/** A key on a phone: its state, with buttons to test and pause it. */
export const ApiKeyCard = () => (
  <>
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <ApiKeyNameField />
      </Box>
      <Box sx={{ fontSize: '0.8125rem' }}>
        <StatusField choices={apiKeyStatuses} />
      </Box>
    </Box>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
      <Box sx={{ flex: 1 }}>
        <ApiKeyBalanceField />
      </Box>
      <ApiKeyLoadField />
    </Box>
    <Box sx={{ mt: 1, textAlign: 'right', '& .MuiButton-root, & .MuiIconButton-root': touch }}>
      <ApiKeyActions />
    </Box>
  </>
);

const touch = { minHeight: 44, minWidth: 44 } as const;
