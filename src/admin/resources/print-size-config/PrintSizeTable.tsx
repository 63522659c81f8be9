import { Box } from '@mui/material';
import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { formatYuan } from '../../../shared/money.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import type { SizeRecord } from './printSize.ts';
import { PrintSizeActions } from './PrintSizeActions.tsx';

const Column = DataTable.Col<SizeRecord>;

export const PrintSizeTable = ({ onEdit }: { onEdit: (size: SizeRecord) => void }) => {
  const translate = useTranslate();
  const t = (key: string, values: object) =>
    translate(`resources.print-size-config.${key}`, values);
  return (
    <DataTable<SizeRecord>
      rowClick={(_id, _resource, record) => {
        onEdit(record as SizeRecord);
        return false;
      }}
      bulkActionButtons={false}
      sx={stickyTable}
    >
      <Column
        source="name"
        disableSort
        render={({ name, code }) => (
          <Box title={name} sx={{ ...oneLine, maxWidth: 180 }}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {name}
            </Box>{' '}
            {code !== name && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                {code}
              </Box>
            )}
          </Box>
        )}
      />
      <Column
        source="measures"
        disableSort
        cellClassName="nowrap"
        render={({ widthMm, heightMm }) => t('measures', { width: widthMm, height: heightMm })}
      />
      <Column
        source="pixels"
        disableSort
        cellClassName="nowrap"
        render={({ pixelWidth, pixelHeight }) =>
          t('pixels', { width: pixelWidth, height: pixelHeight })
        }
      />
      <Column
        source="minPixels"
        disableSort
        cellClassName="nowrap quiet"
        render={({ minPixelWidth, minPixelHeight }) =>
          t('pixels', { width: minPixelWidth, height: minPixelHeight })
        }
      />
      <Column
        source="papers"
        disableSort
        render={({ papers }) => papers.map(paper => printPapers[paper].label).join('、')}
      />
      <Column
        source="basePriceFen"
        disableSort
        align="right"
        render={({ basePriceFen }) =>
          basePriceFen > 0
            ? formatYuan(basePriceFen)
            : translate('resources.print-size-config.notSold')
        }
      />
      <StatusColumn choices={enabledStatuses} />
      <Column source="sort" sortByOrder="DESC" align="right">
        <EditableNumberField source="sort" />
      </Column>
      <TimeColumn source="updateTime" disableSort />
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <PrintSizeActions onEdit={onEdit} />
      </Column>
    </DataTable>
  );
};
