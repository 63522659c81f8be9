import { Box } from '@mui/material';
import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { Quiet } from '../../kit/field/Quiet.tsx';
import {
  ActionsColumn,
  EditableColumn,
  ListColumn,
  StatusColumn,
  TimeColumn,
} from '../../kit/list/columns.tsx';
import { useRowDialog } from '../../kit/list/useRowDialog.tsx';
import type { SizeRecord } from './printSize.ts';
import { PrintSizeActions } from './PrintSizeActions.tsx';
import { PrintSizeDialog } from './PrintSizeDialog.tsx';

const Column = ListColumn<SizeRecord>;

export const PrintSizeTable = () => {
  const { rowClick, dialog } = useRowDialog(<PrintSizeDialog />);
  const translate = useTranslate();
  const t = useTexts('resources.print-size-config');
  return (
    <>
      <DataTable<SizeRecord> rowClick={rowClick}>
        <Column
          source="name"
          render={({ name, code }) => (
            <Box title={name} sx={{ ...oneLine, maxWidth: 180 }}>
              <Box component="span" sx={{ fontWeight: 500 }}>
                {name}
              </Box>{' '}
              {code !== name && (
                <Quiet component="span" small>
                  {code}
                </Quiet>
              )}
            </Box>
          )}
        />
        <Column
          source="measures"
          cellClassName="nowrap"
          render={({ widthMm, heightMm }) => t('measures', { width: widthMm, height: heightMm })}
        />
        <Column
          source="pixels"
          cellClassName="nowrap"
          render={({ pixelWidth, pixelHeight }) =>
            t('pixels', { width: pixelWidth, height: pixelHeight })
          }
        />
        <Column
          source="minPixels"
          cellClassName="nowrap quiet"
          render={({ minPixelWidth, minPixelHeight }) =>
            t('pixels', { width: minPixelWidth, height: minPixelHeight })
          }
        />
        <Column
          source="papers"
          render={({ papers }) => papers.map(paper => printPapers[paper].label).join('、')}
        />
        <Column
          source="basePriceFen"
          align="right"
          render={({ basePriceFen }) =>
            basePriceFen > 0
              ? formatYuan(basePriceFen)
              : translate('resources.print-size-config.notSold')
          }
        />
        <StatusColumn choices={enabledStatuses} />
        <EditableColumn source="sort" sortByOrder="DESC" />
        <TimeColumn source="updateTime" />
        <ActionsColumn>
          <PrintSizeActions />
        </ActionsColumn>
      </DataTable>
      {dialog}
    </>
  );
};
