import { Box } from '@mui/material';
import { createContext, type ReactNode, use } from 'react';
import { useTranslate } from 'react-admin';

/** Field → how its value reads. */
export type ValueRenderers = Record<string, (value: unknown) => ReactNode>;

export const VersionContext = createContext<ValueRenderers>({});

/** One field of one version of a record, for people. */
export const VersionValue = ({ field, value }: { field: string; value: unknown }) => {
  const translate = useTranslate();
  const render = use(VersionContext)[field];
  const isEmpty =
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && !value.length);
  if (isEmpty)
    return <Box sx={{ color: 'text.secondary' }}>{translate('form.conflict.empty')}</Box>;
  if (render) return <>{render(value)}</>;
  if (typeof value === 'boolean') return <>{translate(value ? 'list.yes' : 'list.no')}</>;
  if (typeof value === 'object')
    return (
      <Box component="pre" sx={{ m: 0, fontSize: '0.75rem', whiteSpace: 'pre-wrap' }}>
        {Array.isArray(value) && value.every(item => typeof item === 'string')
          ? value.join('、')
          : JSON.stringify(value, null, 2)}
      </Box>
    );
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{String(value as string)}</Box>
  );
};
