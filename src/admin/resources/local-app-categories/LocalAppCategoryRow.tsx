import { Box, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import type { LocalAppCategory } from '#contract/localApp.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { LocalAppCategoryDeleteButton } from './LocalAppCategoryDeleteButton.tsx';

export const LocalAppCategoryRow = ({ order }: { order?: ReactNode }) => {
  const record = useRecordContext<RecordOf<LocalAppCategory>>();
  if (!record) return null;
  const { id, name, icon } = record;
  return (
    <OrderedRow
      order={order}
      name={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
          <PictureTile src={icon} name={name} size={32} />
          <MuiLink
            component={Link}
            to={editPath('local-app-categories', id)}
            title={name}
            sx={{ ...oneLine, minWidth: 0, fontWeight: 500, color: 'text.primary' }}
          >
            {name}
          </MuiLink>
          <Box
            sx={{
              display: { sm: 'none' },
              flex: 'none',
              color: 'text.secondary',
              fontSize: '0.8125rem',
            }}
          >
            <AppsLink label />
          </Box>
        </Box>
      }
      count={<AppsLink />}
      status={<StatusField choices={enabledStatuses} />}
      time={<TimeField source="updateTime" />}
      actions={
        <RowActions>
          <LocalAppCategoryDeleteButton />
        </RowActions>
      }
    />
  );
};

/** How many apps belong to it; leads to them. */
const AppsLink = ({ label = false }: { label?: boolean }) => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<LocalAppCategory>>();
  const count = record?.appCount ?? 0;
  const text = label
    ? `${translate('resources.local-app-categories.fields.appCount')} ${count}`
    : String(count);
  if (!record || count === 0) return <>{text}</>;
  const filter = encodeURIComponent(JSON.stringify({ categoryId: record.id }));
  return (
    <MuiLink
      component={Link}
      to={`/local-app-templates?filter=${filter}`}
      aria-label={translate('resources.local-app-categories.apps', { name: record.name, count })}
    >
      {text}
    </MuiLink>
  );
};
