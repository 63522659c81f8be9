import TrialIcon from '@mui/icons-material/PlayCircleOutlined';
import type { Template } from '#contract/template.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TrialDialog } from './TrialDialog.tsx';

export interface TrialButtonProps {
  variant?: 'icon' | 'text';
  /** The form around has changes that are not saved: what is tried is what is stored. */
  unsaved?: boolean;
}

/** Opens the trials of a template. */
export const TrialButton = ({ variant = 'icon', unsaved = false }: TrialButtonProps) => {
  const t = useTexts('resources.templates.trial');
  const mayTry = useMayTry();
  const { engine, name } = useRecord<Template>();
  if (!mayTry) return null;
  return (
    <RecordButton
      variant={variant}
      icon={<TrialIcon fontSize="small" />}
      action={t('action')}
      label={t('actionOf', { name })}
      disabledReason={engine === 'local' ? t('local') : undefined}
      dialog={<TrialDialog unsaved={unsaved} />}
    />
  );
};

/** Whether the role may try templates: a trial is a task, whose result is read as one. */
export const useMayTry = (): boolean => {
  const can = useCan();
  return can('templates.write') && can('tasks.read');
};
