import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { wxpayNeeds } from '#contract/settingFields.ts';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { valueAt } from './settingChanges.ts';
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

type Values = Record<string, unknown>;

interface SectionState {
  /** In effect; without what it needs; switched off. */
  state: 'on' | 'missing' | 'off';
  /** The fields that it needs. */
  missing?: readonly string[];
  note?: string;
}

const on = { state: 'on' } as const;
const off = { state: 'off' } as const;

/** All of these are needed. */
const needs = (values: Values, paths: readonly string[]): SectionState => {
  const missing = paths.filter(path => !valueAt(values, path));
  return missing.length > 0 ? { state: 'missing', missing } : on;
};

const someOf = (values: Values, ...paths: string[]) =>
  paths.some(path => Boolean(valueAt(values, path)));

const wxpay = (values: Values): SectionState => {
  const complete = needs(values, wxpayNeeds);
  return complete.state === 'on' && !valueAt(values, 'wxpay.enabled') ? off : complete;
};

const opening = (values: Values): SectionState => {
  if (valueAt(values, 'maintenance.on')) return { ...on, note: 'maintenance' };
  return valueAt(values, 'visitor.enabled')
    ? { ...on, note: 'open' }
    : { ...on, note: 'webClosed' };
};

/** Whether a section is in effect, from the stored values; sections that always are say so. */
const sectionStates = {
  site: () => on,
  operator: (values: Values) => needs(values, ['operator.name', 'operator.licenseUrl']),
  filing: (values: Values) =>
    needs(
      values,
      ['icp', 'police', 'algorithm', 'model', 'modelNumber'].map(field => `filing.${field}`),
    ),
  complaints: () => on,
  consent: (values: Values) => needs(values, ['miniProgram.consentFrom']),
  service: (values: Values) =>
    someOf(values, 'customerService.wechat', 'customerService.phone', 'customerService.qrImage')
      ? on
      : { state: 'missing' as const },
  gift: (values: Values) =>
    someOf(
      values,
      'registerGiftCredits',
      'dailyFreeTasks',
      'invitation.inviterCredits',
      'invitation.invitedCredits',
    )
      ? on
      : off,
  maintenance: opening,
  wxpay,
  orders: () => on,
  imageStyles: () => on,
  pictures: () => on,
  task: () => on,
  moderation: (values: Values) =>
    someOf(values, 'moderation.images', 'moderation.texts', 'moderation.results') ? on : off,
  retention: () => on,
  secondFactor: (values: Values) =>
    (valueAt(values, 'secondFactor.roles') as string[]).length > 0 ? on : off,
  vod: (values: Values) => needs(values, ['vod.procedure']),
} satisfies Record<string, (values: Values) => SectionState>;
