import { useTranslate } from 'react-admin';
import { alertEvents } from '#contract/messageEvents.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { useRoles } from '../roles/parts.ts';

const flags = [
  'maintenance.on',
  'minors.under14',
  'visitor.enabled',
  'visitor.needLogin',
  'wxpay.enabled',
  'allowPartial',
  'quietHours.on',
  'moderation.images',
  'moderation.texts',
  'moderation.refuseDoubtful',
  'moderation.results',
];

/** How the values of settings are read. */
export const useSettingRenderers = (): ValueRenderers => {
  const translate = useTranslate();
  const flag = (value: unknown) => translate(value ? 'list.yes' : 'list.no');
  const labels = (choices: Readonly<Record<string, { label: string }>>) => (value: unknown) =>
    (value as string[]).map(name => choices[name]?.label ?? name).join('、') ||
    translate('form.conflict.empty');
  return {
    ...Object.fromEntries(flags.map(path => [path, flag])),
    'miniProgram.state': value => translate(`settings.notification.states.${String(value)}`),
    'task.coinPriceFen': value => formatYuan(value as number),
    'alerts.events': labels(alertEvents),
    'secondFactor.roles': labels(
      Object.fromEntries(useRoles().map(({ id, name }) => [id, { label: name }])),
    ),
  };
};
