import OfflineIcon from '@mui/icons-material/ArrowDownwardOutlined';
import OnlineIcon from '@mui/icons-material/ArrowUpwardOutlined';
import GridIcon from '@mui/icons-material/GridViewOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import { Box, FormControlLabel, Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { BulkActionsToolbar, RecordContextProvider, useListContext, useStore } from 'react-admin';
import {
  suspended,
  type Template,
  templateEngines,
  templateEntity,
  type TemplateStatus,
  templateStatuses,
} from '#contract/template.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { templates } from '#i18n/zh/templates.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  type RecordOf,
  useCreatePath,
  useDataProvider,
  usePhone,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { SmallChip, TimeField } from '../../kit/field/valueFields.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkDeleteButton } from '../../kit/list/BulkDeleteButton.tsx';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { TrialButton } from '../template-trial/parts.ts';
import { TemplateBulkEditButton } from './TemplateBulkEditButton.tsx';
import {
  TemplateCopyButton,
  TemplateDeleteButton,
  TemplateStatusButton,
} from './TemplateButtons.tsx';
import { TemplateRating, TemplateStatusField } from './TemplateFields.tsx';
import { TemplateMoney } from './TemplateMoney.tsx';
import { TemplateTile } from './TemplateTile.tsx';

addTexts({ templates });

export const TemplateList = () => {
  const isPhone = usePhone();
  const [view] = useTemplateView();
  const isGrid = view === 'grid' && !isPhone;
  return (
    <List
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      withPictures
      statuses={templateStatuses}
      searchable
      filters={
        <>
          <ReferenceFilter source="categoryIds" reference="categories" />
          <ReferenceFilter
            source="keywordIds"
            reference="keywords"
            name="word"
            sort={{ field: 'weight', order: 'DESC' }}
          />
          <ChoiceFilter source="engine" choices={templateEngines} />
          <ChoiceFilter source="suspended" choices={{ true: suspended }} parse={() => true} />
          <FlagFilter source="isRecommend" yes="recommendOnly" no="notRecommended" />
        </>
      }
      loading={isGrid ? <TemplateGridSkeleton /> : undefined}
      card={<TemplateCard />}
      editTable={
        <EditableTable entity={templateEntity} fields={['costCredits', 'priceFen', 'sort']} />
      }
      actions={<ListActions hasColumns={!isGrid}>{!isPhone && <TemplateViewSwitch />}</ListActions>}
    >
      {isGrid ? <TemplateGrid /> : <TemplateTable />}
    </List>
  );
};

/** Rows to work on, or pictures to look at. */
const TemplateViewSwitch = () => {
  const t = useTexts('resources.templates.view');
  const [view, setView] = useTemplateView();
  return (
    <ToggleButtonGroup
      value={view}
      onChange={(_event, next: TemplateView | null) => next && setView(next)}
      aria-label={t('label')}
      sx={{ '& .MuiToggleButton-root': { p: 0.5 } }}
    >
      <ToggleButton value="table" aria-label={t('table')}>
        <TableIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="grid" aria-label={t('grid')}>
        <GridIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
};

const Column = DataTable.Col<Template>;

const TemplateTable = () => {
  const can = useCan();
  return (
    <DataTable<Template>
      rowClick="edit"
      bulkActionButtons={<TemplateBulkActions />}
      hiddenColumns={['createTime', 'money', 'engine']}
    >
      <Column sortByOrder="ASC" source="name" field={TemplateNameField} />
      <Column source="categoryIds">
        <NamesField source="categoryIds" reference="categories" />
      </Column>
      <Column
        source="engine"
        render={({ engine }) => templateEngines[engine].label}
        cellClassName="nowrap"
      />
      <Column source="status" field={TemplateStatusField} />
      <Column source="isRecommend" field={RecommendSwitch} />
      <EditableColumn source="sort" sortByOrder="DESC" />
      <DataTable.NumberCol source="costCredits" disableSort />
      <Column
        source="ratingAverage"
        align="right"
        sortByOrder="DESC"
        field={TemplateRating}
        cellClassName="nowrap"
      />
      {can('dashboard.read') && (
        <Column source="money" field={TemplateMoney} cellClassName="nowrap" />
      )}
      <Column source="createTime" sortByOrder="DESC">
        <TimeField source="createTime" />
      </Column>
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <ActionsColumn>
        <TemplateStatusButton />
        <EditButton />
        <TrialButton />
        <TemplateCopyButton />
        <TemplateDeleteButton />
      </ActionsColumn>
    </DataTable>
  );
};

type TemplateView = 'table' | 'grid';

/** How this browser shows templates. */
const useTemplateView = () => useStore<TemplateView>('templates.view', 'table');

/** A template on a phone: what it is, and what a thumb does with it. */
const TemplateCard = () => {
  const t = useTexts('resources.templates.fields');
  return (
    <RecordCard
      title={
        <Box sx={{ mb: 0.25 }}>
          <TemplateNameField size={48} />
          <TemplateMoney />
        </Box>
      }
      status={<TemplateStatusField />}
      facts={
        <FormControlLabel
          control={<RecommendSwitch />}
          label={t('isRecommend')}
          sx={{ minHeight: 44, ml: -0.5, color: 'text.primary' }}
        />
      }
      actions={
        <>
          <TrialButton />
          <TemplateStatusButton variant="outlined" />
        </>
      }
    />
  );
};

/** Cover, name and subtitle; the name is a link, so that a keyboard can open the row too. */
const TemplateNameField = ({ size = 30 }: { size?: number }) => {
  const t = useTexts('resources.templates.fields');
  const { id, name, subtitle, coverImage, isNew } = useRecord<Template>();
  return (
    <NameCell
      picture={
        <Tile
          width={size}
          height={Math.round((size * 4) / 3)}
          sx={{ border: coverImage ? 0 : 1, borderStyle: 'dashed', borderColor: 'divider' }}
        >
          <SignedImage src={coverImage} alt={name} width="100%" height="100%" />
        </Tile>
      }
      name={name}
      to={useCreatePath()({ resource: 'templates', type: 'edit', id })}
      marks={isNew && <SmallChip label={t('isNew')} />}
      second={subtitle}
      width={{ sm: 220, xl: 320 }}
    />
  );
};

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(204px, 1fr))',
  gap: 2,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** Templates as visitors see them: by their covers. */
const TemplateGrid = () => {
  const { data = [] } = useListContext<RecordOf<Template>>();
  return (
    <>
      <BulkActionsToolbar>
        <TemplateBulkActions />
      </BulkActionsToolbar>
      <PlainList sx={grid}>
        {data.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <TemplateTile />
          </RecordContextProvider>
        ))}
      </PlainList>
    </>
  );
};

const TILES = 10;

const TemplateGridSkeleton = () => (
  <Box aria-busy sx={grid}>
    {Array.from({ length: TILES }, (_, at) => (
      <div key={at}>
        <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '3 / 4' }} />
        <Skeleton width={`${70 - ((at * 11) % 30)}%`} sx={{ mt: 1 }} />
        <Skeleton width="45%" />
      </div>
    ))}
  </Box>
);

/** Each template by its own rules; a refused one stays unchanged and gets its reason. */
const TemplateBulkActions = () => {
  const say = useTexts('resources.templates.publish');
  const t = useTexts('resources.templates.bulk');
  const { invoke } = useDataProvider();
  const setStatus = (value: TemplateStatus) => async (ids: string[]) =>
    (await invoke('adminTemplate', 'batchUpdate', { ids, field: 'status', value })).results;
  return (
    <>
      <BulkActionButton
        label={say('online')}
        icon={<OnlineIcon />}
        title={count => t('online', { count })}
        actOnMany={setStatus('online')}
      >
        {t('onlineText')}
      </BulkActionButton>
      <BulkActionButton
        label={say('offline')}
        icon={<OfflineIcon />}
        title={count => t('offline', { count })}
        actOnMany={setStatus('offline')}
      >
        {t('offlineText')}
      </BulkActionButton>
      <TemplateBulkEditButton />
      <BulkDeleteButton />
    </>
  );
};
