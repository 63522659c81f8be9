import type { UserEventName } from '#contract/messageEvents.ts';
import type { settingDefaults } from '#contract/settingFields.ts';
import { useAnswer } from '../../kit/base/useAnswer.ts';
import { useStoredSettings } from './SettingsContext.ts';

export interface MessageTemplate {
  templateId: string;
  page: string;
  /** The template's field → its text. */
  fields: Record<string, string>;
}

type NotificationSettings = Omit<typeof settingDefaults.notification, 'subscribe'> & {
  subscribe: Record<UserEventName, MessageTemplate>;
};

/** The stored notification settings behind the form: what is in effect now. */
export const useStoredNotification = () => useStoredSettings().data as NotificationSettings;

/** The AppID of the mini-program, which is the one that users pay in; undefined until it is known. */
export const useAppid = (): string | undefined => {
  const { data } = useAnswer('adminSettings', 'getPaymentSettings', {
    data: {},
    queryKey: ['adminSettings', 'payment'],
    staleTime: 60_000,
  });
  return (data?.data as typeof settingDefaults.payment | undefined)?.wxpay.appid;
};
