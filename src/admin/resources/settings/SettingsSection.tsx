import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Tone } from '#contract/action.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { type SectionState, sectionStates } from './sectionStates.ts';
import { useStoredSettings } from './SettingsContext.ts';

const tones: Record<SectionState['state'], Tone> = {
  on: 'success',
  missing: 'warning',
  off: 'neutral',
};

export interface SettingsSectionProps {
  name: keyof typeof sectionStates;
  children: ReactNode;
}

/** A section of the settings, which says whether what is stored is in effect. */
export const SettingsSection = ({ name, children }: SettingsSectionProps) => {
  const { data } = useStoredSettings();
  return (
    <FormSection name={name} state={<State {...sectionStates[name](data)} />}>
      {children}
    </FormSection>
  );
};

const State = ({ state, missing = [], note }: SectionState) => {
  const translate = useTranslate();
  const names = missing.map(path => translate(`resources.settings.fields.${path}`));
  const text = note
    ? translate(`settings.state.notes.${note}`)
    : names.length > 0 && translate('settings.state.lacks', { fields: names.join('、') });
  return (
    <Box sx={{ mt: 1, fontSize: '0.8125rem' }}>
      <StatusLabel label={translate(`settings.state.${state}`)} tone={tones[state]} />
      {text && <Quiet small>{text}</Quiet>}
    </Box>
  );
};
