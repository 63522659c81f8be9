import TrialIcon from '@mui/icons-material/PlayCircleOutlined';
import { RecordContextProvider, useGetManyAggregate, useTranslate } from 'react-admin';
import type { Preset } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TrialDialog, useMayTry } from '../template-trial/parts.ts';

export interface PresetTrialButtonProps {
  variant?: 'icon' | 'text';
  /** The form around has changes that are not saved: what is tried is what is stored. */
  unsaved?: boolean;
}

/** Opens the trials of a preset's template, with the preset chosen. */
export const PresetTrialButton = ({
  variant = 'icon',
  unsaved = false,
}: PresetTrialButtonProps) => {
  const t = useTexts('resources.templates.trial');
  const translate = useTranslate();
  const { id, name, templateId, needsReview } = useRecord<Preset>();
  const mayTry = useMayTry();
  // One call for the rows of a page, shared with the column that names the templates.
  const { data, isPending } = useGetManyAggregate<RecordOf<Template>>(
    'templates',
    { ids: [templateId] },
    { enabled: mayTry, staleTime: 30_000 },
  );
  if (!mayTry) return null;
  const template = data?.[0];
  const reason =
    (needsReview && translate('resources.templates/presets.default.review')) ||
    (!isPending && !template && t('noTemplate')) ||
    (template?.engine === 'local' && t('local'));
  return (
    <RecordButton
      variant={variant}
      icon={<TrialIcon fontSize="small" />}
      action={t('action')}
      label={t('actionOf', { name })}
      disabledReason={reason || undefined}
      dialog={
        template && (
          <RecordContextProvider value={template}>
            <TrialDialog unsaved={unsaved} presetId={id} />
          </RecordContextProvider>
        )
      }
    />
  );
};
