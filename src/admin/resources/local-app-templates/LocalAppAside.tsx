import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { Time } from '../../kit/field/TimeField.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { LocalAppPreview } from './LocalAppPreview.tsx';

const t = (key: string) => `resources.local-app-templates.${key}`;

/** Beside the form: how the app will look, and what is known of it. */
export const LocalAppAside = () => {
  const translate = useTranslate();
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
      <Panel title={translate(t('preview.title'))}>
        <LocalAppPreview />
      </Panel>
      {record?.id !== undefined && (
        <Panel title={translate(t('facts.title'))}>
          <FactList
            facts={[
              [translate(t('fields.useCount')), record.useCount?.toLocaleString('zh-CN')],
              [translate(t('facts.createBy')), written(record.createBy?.name, record.createTime)],
              [translate(t('facts.updateBy')), written(record.updateBy?.name, record.updateTime)],
              [translate(t('facts.id')), <code key="id">{record.id}</code>],
            ]}
          />
        </Panel>
      )}
    </Box>
  );
};
