import { Box, FormControlLabel } from '@mui/material';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { localAppTemplates } from '#i18n/zh/localApps.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { BulkDeleteButton } from '../../kit/list/BulkDeleteButton.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { List } from '../../kit/list/List.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { EnabledButton } from '../../kit/list/SetStatusButton.tsx';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';

addTexts({ 'local-app-templates': localAppTemplates });

export const LocalAppList = () => (
  <List
    sort={{ field: 'sort', order: 'DESC' }}
    withCounts
    statuses={enabledStatuses}
    searchable
    filters={
      <>
        <ReferenceFilter source="categoryId" reference="local-app-categories" />
        <FlagFilter source="isRecommend" yes="recommendOnly" no="notRecommended" />
      </>
    }
    card={<LocalAppCard />}
  >
    <DataTable<LocalApp>
      rowClick="edit"
      bulkActionButtons={<BulkDeleteButton />}
      hiddenColumns={['entryPath', 'minVersion', 'createTime']}
    >
      <Column sortByOrder="ASC" source="name" field={LocalAppNameField} />
      <Column source="categoryId">
        <NamesField source="categoryId" reference="local-app-categories" />
      </Column>
      <StatusColumn choices={enabledStatuses} />
      <Column source="isRecommend" field={RecommendSwitch} />
      <EditableColumn source="sort" sortByOrder="DESC" />
      <EditableColumn source="costCredits" />
      <DataTable.NumberCol source="useCount" sortByOrder="DESC" />
      <Column source="entryPath" cellClassName="quiet" />
      <Column source="minVersion" cellClassName="quiet" />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <ActionsColumn>
        <EnabledButton asks />
        <EditButton />
        <LocalAppDeleteButton />
      </ActionsColumn>
    </DataTable>
  </List>
);

/** A local app on a phone. */
const LocalAppCard = () => {
  const t = useTexts('resources.local-app-templates.fields');
  return (
    <RecordCard
      title={<LocalAppNameField size={44} />}
      status={<StatusField choices={enabledStatuses} />}
      facts={
        <FormControlLabel
          control={<RecommendSwitch />}
          label={t('isRecommend')}
          sx={{ minHeight: 44, ml: -0.5, color: 'text.primary' }}
        />
      }
      actions={<EnabledButton asks variant="outlined" />}
    />
  );
};

const Column = DataTable.Col<LocalApp>;

/** Icon, name and the name the mini-program knows it by. */
const LocalAppNameField = ({ size = 36 }: { size?: number }) => {
  const { id, name, appCode, icon, coverImage, description } = useRecord<LocalApp>();
  return (
    <NameCell
      picture={<PictureTile src={icon || coverImage} name={name} size={size} />}
      name={name}
      title={[name, description].filter(Boolean).join('\n')}
      to={useCreatePath()({ resource: 'local-app-templates', type: 'edit', id })}
      second={
        <Box component="code" sx={{ display: 'block' }}>
          {appCode}
        </Box>
      }
      width={{ sm: 240 }}
    />
  );
};
