import { Box } from '@mui/material';
import { useDataProvider, useTranslate } from 'react-admin';
import { codes } from '#contract/envelope.ts';
import { quickFunctionEntity, quickTargetProblems } from '#contract/quickFunction.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';
import { QuickFunctionInputs } from './QuickFunctionInputs.tsx';
import { QuickFunctionDraft } from './QuickFunctionDraft.tsx';
import { useQuickFunctions } from './useQuickFunctions.ts';

const RESOURCE = 'templates/quick-functions';
const t = (key: string) => `resources.${RESOURCE}.${key}`;
const STEP = 10;

export interface QuickFunctionDialogProps {
  /** A new one without it. */
  record?: QuickFunctionRecord;
  onClose: () => void;
}

export const QuickFunctionDialog = ({ record, onClose }: QuickFunctionDialogProps) => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const others = useQuickFunctions();
  const start = record ?? {
    ...quickFunctionEntity.defaults,
    title: '',
    targetType: 'template' as const,
  };

  const run = async (values: Record<string, unknown>, idemKey: string) => {
    const entry = { ...start, ...values } as QuickFunctionRecord;
    const fields = quickTargetProblems({
      ...entry,
      targetId: entry.targetId ?? '',
      path: entry.path ?? '',
      appid: entry.appid ?? '',
    });
    if (Object.keys(fields).length > 0)
      throw new ActionFailure({ code: codes.invalidInput, data: { fields } });
    if (record) {
      await dataProvider.update(RESOURCE, { id: record.id, data: entry, previousData: record });
    } else {
      const last = Math.min(STEP, ...others.map(({ sort }) => sort));
      await dataProvider.create(RESOURCE, {
        data: { ...entry, sort: last - STEP },
        meta: { idemKey },
      });
    }
    return entry.title;
  };
  return (
    <ActionDialog
      wide
      title={
        record
          ? translate(t('editTitle'), { title: record.title })
          : translate('app.pages.quickFunctionCreate')
      }
      fields={quickFunctionEntity.inputs}
      defaults={{ ...start }}
      labels={RESOURCE}
      submit={translate(record ? 'form.save' : 'form.create')}
      run={run}
      done={title => translate(t(record ? 'saved' : 'created'), { title })}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 284px' },
        }}
      >
        <QuickFunctionInputs />
        <QuickFunctionDraft records={others} record={record} />
      </Box>
    </ActionDialog>
  );
};
