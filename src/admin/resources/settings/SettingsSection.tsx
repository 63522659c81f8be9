import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Tone } from '#contract/action.ts';
import { virtualNeeds, wxpayNeeds } from '#contract/settingFields.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { valueAt } from './settingChanges.ts';
import { useStoredSettings } from './SettingsContext.ts';

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

const virtual = (values: Values): SectionState => {
  if (!valueAt(values, 'virtual.enabled')) return off;
  const isSandbox = valueAt(values, 'virtual.sandbox') === true;
  const complete = needs(values, virtualNeeds(isSandbox));
  return complete.state === 'on' && isSandbox ? { ...on, note: 'sandbox' } : complete;
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
  minors: (values: Values) => (valueAt(values, 'minors.under14') ? on : off),
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
  virtual,
  orders: () => on,
  imageStyles: () => on,
  pictures: () => on,
  task: () => on,
  moderation: (values: Values) =>
    someOf(values, 'moderation.images', 'moderation.texts', 'moderation.results') ? on : off,
  retention: () => on,
  looks: (values: Values) => (Number(valueAt(values, 'looks.everySec')) > 0 ? on : off),
  secondFactor: (values: Values) =>
    (valueAt(values, 'secondFactor.roles') as string[]).length > 0 ? on : off,
  vod: (values: Values) => needs(values, ['vod.procedure']),
} satisfies Record<string, (values: Values) => SectionState>;

const tones = { on: 'success', missing: 'warning', off: 'neutral' } satisfies Record<string, Tone>;

interface SettingStateProps {
  /** In effect; without what it needs; switched off. */
  state: keyof typeof tones;
  /** What is missing, or what it means. */
  text?: string | undefined;
}

/** Whether a part of the stored settings is in effect. */
const SettingState = ({ state, text }: SettingStateProps) => {
  const t = useTexts('settings.state');
  return (
    <Box sx={{ mt: 1, fontSize: '0.8125rem' }}>
      <StatusLabel label={t(state)} tone={tones[state]} />
      {text && <Quiet small>{text}</Quiet>}
    </Box>
  );
};

interface ObstacleStateProps {
  /** What is missing for the stored values to take effect: a key of `settings.obstacles`; null for nothing. */
  obstacle: string | null;
  /** Switched off on purpose. */
  isOff?: boolean;
}

/** The same, by what stands in its way. */
export const ObstacleState = ({ obstacle, isOff = false }: ObstacleStateProps) => {
  const t = useTexts('settings.obstacles');
  const state = isOff ? 'off' : obstacle ? 'missing' : 'on';
  return <SettingState state={state} text={obstacle ? t(obstacle) : undefined} />;
};
