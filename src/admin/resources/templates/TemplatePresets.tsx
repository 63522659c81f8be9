import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { ListBase, useListContext, useRecordContext, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import type { Preset } from '#contract/preset.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { ListBody } from '../../kit/list/ListBody.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { RelatedTable } from '../../kit/show/ReferenceManyField.tsx';
import {
  PresetDefaultButton,
  PresetDeleteButton,
  PresetNameField,
  PresetTrialButton,
} from '../presets/parts.ts';

const RESOURCE = 'templates/presets';
const Column = DataTable.Col<Preset>;

/** The presets of the template at hand, and the way to another one. */
export const TemplatePresets = () => {
  const translate = useTranslate();
  const template = useRecordContext();
  const mayCreate = useCan()('templates.write');
  if (!template) return null;
  const source = JSON.stringify({ templateId: template.id });
  return (
    <ListBase
      resource={RESOURCE}
      filter={{ templateId: template.id }}
      sort={{ field: 'sort', order: 'DESC' }}
      perPage={MAX_PAGE_SIZE}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
      queryOptions={{ onError: () => undefined }}
    >
      <Panel
        flush
        title={translate('resources.templates/presets.page.list')}
        action={
          mayCreate && (
            <Button
              variant="outlined"
              size="small"
              startIcon={<AddIcon />}
              component={Link}
              to={`/${RESOURCE}/create?source=${encodeURIComponent(source)}`}
            >
              {translate('resources.templates/presets.page.create')}
            </Button>
          )
        }
      >
        <Presets />
      </Panel>
    </ListBase>
  );
};

const Presets = () => {
  const t = useTexts('resources.templates.presets');
  const { total } = useListContext();
  const { dirtyFields } = useFormState();
  const tryButton = <PresetTrialButton unsaved={Object.keys(dirtyFields).length > 0} />;
  if (total === 0) return <Quiet sx={{ px: 2, pb: 3 }}>{t('none')}</Quiet>;
  return (
    <ListBody>
      <RelatedTable
        rowClick="edit"
        card={
          <RecordCard
            title={<PresetNameField />}
            status={<StatusField choices={enabledStatuses} />}
            actions={
              <>
                <PresetDefaultButton />
                {tryButton}
              </>
            }
          />
        }
      >
        <Column source="name" field={PresetNameField} />
        <StatusColumn choices={enabledStatuses} />
        <DataTable.NumberCol source="useCount" disableSort />
        <TimeColumn source="updateTime" />
        <ActionsColumn>
          <PresetDefaultButton />
          <EditButton />
          {tryButton}
          <PresetDeleteButton />
        </ActionsColumn>
      </RelatedTable>
    </ListBody>
  );
};
