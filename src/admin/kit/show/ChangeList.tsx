import { Box } from '@mui/material';
import { useTranslateLabel } from 'react-admin';
import { VersionValue } from '../form/VersionValue.tsx';
import { type Change, ChangeRows } from './ChangeRows.tsx';

export interface ChangeListProps {
  changes: readonly Change[];
  /** Whose labels the fields have. */
  resource: string;
}

/** What changed between two versions; values read as `VersionContext` around says. */
export const ChangeList = ({ changes, resource }: ChangeListProps) => {
  const translateLabel = useTranslateLabel();
  return (
    <Box sx={{ mt: 0.5 }}>
      <ChangeRows
        changes={changes}
        label={path => translateLabel({ source: path, resource })}
        value={(path, value) => <VersionValue field={path} value={value} />}
      />
    </Box>
  );
};
