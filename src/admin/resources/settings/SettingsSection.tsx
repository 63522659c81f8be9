import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { type SectionState, sectionStates } from './sectionStates.ts';
import { useStoredSettings } from './SettingsContext.ts';
import { SettingState } from './SettingState.tsx';

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
  const lacks = translate('settings.state.lacks', { fields: names.join('、') });
  const noteText = note && translate(`settings.state.notes.${note}`);
  return <SettingState state={state} text={noteText ?? (names.length > 0 ? lacks : undefined)} />;
};
