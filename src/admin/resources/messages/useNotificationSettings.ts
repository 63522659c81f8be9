import { useQuery } from '@tanstack/react-query';
import type { UserEventName } from '#contract/messageEvents.ts';
import type { settingDefaults } from '#contract/settingFields.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';

export interface MessageTemplate {
  templateId: string;
  page: string;
  /** The template's field → its text. */
  fields: Record<string, string>;
}

export type NotificationSettings = Omit<typeof settingDefaults.notification, 'subscribe'> & {
  subscribe: Record<UserEventName, MessageTemplate>;
};

/** As they stand, for what a screen promises; undefined until they are read, or where they cannot be. */
export const useNotificationSettings = (isNeeded = true): NotificationSettings | undefined => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    // That of the settings' own page: what is saved there is known here at once.
    queryKey: ['adminSettings', 'notification'],
    queryFn: () => invoke('adminSettings', 'getNotificationSettings', {}),
    staleTime: 60_000,
    enabled: isNeeded,
  });
  return data?.data as NotificationSettings | undefined;
};

/** The AppID of the mini-program, which is the one that users pay in; undefined until it is known. */
export const useAppid = (isNeeded = true): string | undefined => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminSettings', 'payment'],
    queryFn: () => invoke('adminSettings', 'getPaymentSettings', {}),
    staleTime: 60_000,
    enabled: isNeeded,
  });
  return (data?.data as typeof settingDefaults.payment | undefined)?.wxpay.appid;
};
