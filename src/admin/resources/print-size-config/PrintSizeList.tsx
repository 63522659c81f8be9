import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printPixels, type PrintSize, printSizeEntity } from '#contract/printSize.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { printSizes } from '#i18n/zh/printSizes.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { RecordDialog } from '../../kit/action/RecordDialog.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { oneLine, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { EnabledButton } from '../../kit/list/SetStatusButton.tsx';
import { useRowDialog } from '../../kit/list/useRowDialog.tsx';

addTexts({ 'print-size-config': printSizes });

export const PrintSizeList = () => {
  const t = useTexts('resources.print-size-config');
  return (
    <List
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      statuses={enabledStatuses}
      card={<PrintSizeCard />}
      editTable={<EditableTable entity={printSizeEntity} fields={['basePriceFen', 'sort']} />}
      actions={
        <ListActions>
          <CreateButton label={t('create')} dialog={<PrintSizeDialog />} />
        </ListActions>
      }
    >
      <PrintSizeTable />
    </List>
  );
};

const PrintSizeCard = () => {
  const translate = useTranslate();
  const size = useRecord<PrintSize>();
  const { name, code, widthMm, heightMm, papers, basePriceFen } = size;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.75,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="strong" sx={{ minWidth: 0 }}>
          {name}{' '}
          {code !== name && (
            <Quiet component="span" sx={{ fontWeight: 400 }}>
              {code}
            </Quiet>
          )}
        </Box>
        <StatusField choices={enabledStatuses} />
      </Box>
      <Quiet small>
        {translate('resources.print-size-config.measures', { width: widthMm, height: heightMm })} ·{' '}
        {papers.map(paper => printPapers[paper].label).join('、')} · {formatYuan(basePriceFen)}
      </Quiet>
      <CardActions sx={{ justifyContent: 'flex-end' }}>
        <EnabledButton />
        <ActionButton
          right="print-size-config.write"
          label={translate('list.edit')}
          aria-label={translate('list.editOf', { name })}
          dialog={<PrintSizeDialog />}
        />
      </CardActions>
    </Box>
  );
};

const Column = DataTable.Col<PrintSize>;

const PrintSizeTable = () => {
  const { rowClick, dialog } = useRowDialog(<PrintSizeDialog />);
  const t = useTexts('resources.print-size-config');
  return (
    <>
      <DataTable<PrintSize> bulkActionButtons={false} rowClick={rowClick}>
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
            basePriceFen > 0 ? formatYuan(basePriceFen) : t('notSold')
          }
        />
        <StatusColumn choices={enabledStatuses} />
        <EditableColumn source="sort" sortByOrder="DESC" />
        <TimeColumn source="updateTime" />
        <ActionsColumn field={PrintSizeActions} />
      </DataTable>
      {dialog}
    </>
  );
};

/** The end of a row; clicking here does not open it. */
const PrintSizeActions = () => (
  <Box
    onClick={event => event.stopPropagation()}
    sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
  >
    <EnabledButton />
    <EditButton dialog={<PrintSizeDialog />} />
    <DeleteButton />
  </Box>
);

/** Worked out from the measures where they are left empty. */
const rules = {
  ...printSizeEntity.inputs,
  minPixelWidth: printSizeEntity.inputs.minPixelWidth.nullable(),
  minPixelHeight: printSizeEntity.inputs.minPixelHeight.nullable(),
};

/** Without what is to be worked out. */
const filledIn = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== null || !['minPixelWidth', 'minPixelHeight'].includes(key),
    ),
  );

const PrintSizeDialog = () => {
  const size = useRecordContext<RecordOf<PrintSize>>();
  const t = useTexts('resources.print-size-config');
  return (
    <RecordDialog
      entity={printSizeEntity}
      rules={rules}
      title={size ? t('edit', { name: size.name }) : t('create')}
      {...(!size && { start: { minPixelWidth: null, minPixelHeight: null } })}
      sent={filledIn}
      done={t(size ? 'saved' : 'created')}
      submit={t('submit')}
    >
      <FormRow>
        <TextInput source="name" isRequired autoFocus={!size} />
        <TextInput source="code" isRequired />
      </FormRow>
      <FormRow columns={4}>
        <NumberInput source="widthMm" isRequired />
        <NumberInput source="heightMm" isRequired />
        <NumberInput source="dpi" isRequired />
        <NumberInput source="bleedMm" />
      </FormRow>
      <Derived />
      <FieldInputs entity={printSizeEntity} names={['minPixelWidth', 'minPixelHeight']} />
      <FieldInputs
        entity={printSizeEntity}
        names={['papers', 'basePriceFen', 'sort', 'status']}
        columns={3}
      />
    </RecordDialog>
  );
};

/** The pixels that follow from the measures typed so far. */
const Derived = () => {
  const t = useTexts('resources.print-size-config');
  const [width, height, dpi] = useWatch({ name: ['widthMm', 'heightMm', 'dpi'] }) as unknown[];
  if (![width, height, dpi].every(value => typeof value === 'number' && value > 0)) return null;
  const { pixelWidth, pixelHeight } = printPixels(width as number, height as number, dpi as number);
  return (
    <Quiet role="status" small sx={{ mb: 1 }}>
      {t('derived', { width: pixelWidth, height: pixelHeight })}
    </Quiet>
  );
};
