import StarIcon from '@mui/icons-material/Star';
import StarOutlineIcon from '@mui/icons-material/StarOutlineRounded';
import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Preset } from '#contract/preset.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useRun } from '../../kit/action/useRun.ts';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';

const t = (key: string) => `resources.templates/presets.default.${key}`;

export interface PresetDefaultButtonProps {
  variant?: 'icon' | 'text';
  /** Unsaved changes would be lost. */
  disabledReason?: string | undefined;
}

/** Makes a preset the default; the previous default stops being it. */
export const PresetDefaultButton = ({
  variant = 'icon',
  disabledReason,
}: PresetDefaultButtonProps) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { id, name, isDefault, status, needsReview } = useRecord<Preset>();
  const { mutate, isPending } = useRun({
    run: () => invoke('adminTemplatePreset', 'setDefaultPreset', { id: String(id) }),
    done: translate(t('done'), { name }),
  });
  if (isDefault) return variant === 'icon' ? <DefaultMark /> : null;
  const reason =
    disabledReason ??
    (status === 'enabled' ? needsReview && translate(t('review')) : translate(t('disabled')));
  return (
    <RecordButton
      right="templates.write"
      variant={variant}
      icon={<StarOutlineIcon fontSize="small" />}
      action={translate(t('set'))}
      label={translate(t('setOf'), { name })}
      loading={isPending}
      disabledReason={reason || undefined}
      onClick={() => mutate()}
    />
  );
};

const DefaultMark = () => {
  const label = useTranslate()(t('is'));
  return (
    <Tooltip title={label}>
      <Box component="span" role="img" aria-label={label} sx={{ display: 'inline-flex', p: 0.625 }}>
        <StarIcon fontSize="small" sx={{ color: 'warning.main' }} />
      </Box>
    </Tooltip>
  );
};
