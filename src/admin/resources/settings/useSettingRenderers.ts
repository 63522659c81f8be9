import { useTranslate } from 'react-admin';
import { type AlertEventName, alertEvents } from '#contract/messageEvents.ts';
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
  return {
    ...Object.fromEntries(flags.map(path => [path, flag])),
    'miniProgram.state': value => translate(`settings.notification.states.${String(value)}`),
    'task.coinPriceFen': value => formatYuan(value as number),
    'alerts.events': value =>
      (value as AlertEventName[]).map(event => alertEvents[event]?.label ?? event).join('、') ||
      translate('form.conflict.empty'),
  };
};
