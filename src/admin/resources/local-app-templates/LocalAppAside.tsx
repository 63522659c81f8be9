import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { LocalAppPreview } from './LocalAppPreview.tsx';

/** Beside the form: how the app will look, and what is known of it. */
export const LocalAppAside = () => {
  const t = useTexts('resources.local-app-templates');
  const record = useRecordContext<Partial<RecordOf<LocalApp>> & { id: string }>();
  const written = (by: string | undefined, at: number | undefined) =>
    at !== undefined && (
      <>
        {by && `${by} · `}
        <Time instant={at} />
      </>
    );
  return (
    <Box
      sx={{
        position: { lg: 'sticky' },
        top: { lg: 72 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
      }}
    >
      <Panel title={t('preview.title')}>
        <LocalAppPreview />
      </Panel>
      {record?.id !== undefined && (
        <Panel title={t('facts.title')}>
          <FactList
            facts={[
              [t('fields.useCount'), record.useCount?.toLocaleString('zh-CN')],
              [t('facts.createBy'), written(record.createBy?.name, record.createTime)],
              [t('facts.updateBy'), written(record.updateBy?.name, record.updateTime)],
              [t('facts.id'), <code key="id">{record.id}</code>],
            ]}
          />
        </Panel>
      )}
    </Box>
  );
};
