import CloseIcon from '@mui/icons-material/Close';
import { Alert, Dialog, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Template } from '#contract/template.ts';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { usePhone } from '../../kit/base/usePhone.ts';
import { TrialForm } from './TrialForm.tsx';
import { TrialList } from './TrialList.tsx';
import { TrialResult } from './TrialResult.tsx';
import { useTrials } from './useTrials.ts';

export interface TrialDialogProps {
  unsaved: boolean;
  /** The preset to begin with; otherwise the default one. */
  presetId?: string;
}

/** Starts a trial of the stored template, follows it, and shows the earlier ones. */
export const TrialDialog = ({ unsaved, presetId }: TrialDialogProps) => {
  const t = useTexts('resources.templates.trial');
  const translate = useTranslate();
  const close = useClose();
  const isPhone = usePhone();
  const titleId = useId();
  const template = useRecord<RecordOf<Template>>();
  const trials = useTrials(template.id);
  const [chosen, setChosen] = useState<string>();
  const shown = trials.find(({ _id }) => _id === chosen) ?? trials[0];
  const shownId = chosen ?? shown?._id;
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      onClose={close}
      // A click must not reach the row behind.
      onClick={event => event.stopPropagation()}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ pr: 7, overflowWrap: 'anywhere' }}>
        {t('title', { name: template.name })}
      </DialogTitle>
      <IconButton
        onClick={close}
        aria-label={translate('ra.action.close')}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        {unsaved && <Alert severity="info">{t('unsaved')}</Alert>}
        <SideBySide columns={{ sm: 'repeat(2, minmax(0, 1fr))' }} rowGap={3}>
          <TrialForm
            template={template}
            presetId={presetId}
            trials={trials}
            onStarted={({ _id }) => setChosen(_id)}
          />
          <TrialResult key={shownId} taskId={shownId} trials={trials} unsaved={unsaved} />
        </SideBySide>
        {trials.length > 0 && (
          <TrialList trials={trials} shown={shownId} onChoose={({ _id }) => setChosen(_id)} />
        )}
      </DialogContent>
    </Dialog>
  );
};
