import { useTranslate } from 'react-admin';
import { adminRoles } from '#contract/administrator.ts';
import { alertEvents } from '#contract/messageEvents.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';

const flags = [
  'maintenance.on',
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
    'secondFactor.roles': labels(adminRoles),
  };
};
