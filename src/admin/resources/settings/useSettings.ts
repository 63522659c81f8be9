import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettingsAnswer } from '#contract/adminSettings.ts';
import type { ActionInput } from '#contract/index.ts';
import type { SettingType } from '#contract/settingFields.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';

/** Payment and notification settings have their own actions. */
export const useSettings = (type: SettingType) => {
  const invoke = useInvoke();
  const queryClient = useQueryClient();
  const queryKey = ['adminSettings', type];
  const { data, isError, refetch } = useQuery<SettingsAnswer>({
    queryKey,
    queryFn: () => {
      if (type === 'payment') return invoke('adminSettings', 'getPaymentSettings', {});
      if (type === 'notification') return invoke('adminSettings', 'getNotificationSettings', {});
      return invoke('adminSettings', 'getSettings', { type });
    },
  });
  const keep = (settings: SettingsAnswer) => {
    queryClient.setQueryData(queryKey, settings);
    return queryClient.invalidateQueries({ queryKey: ['adminSettings', 'revisions', type] });
  };
  const save = (rev: number, patch: Record<string, unknown>): Promise<SettingsAnswer> => {
    const change = { rev, data: patch };
    if (type === 'payment') return invoke('adminSettings', 'updatePaymentSettings', change);
    if (type === 'notification')
      return invoke('adminSettings', 'updateNotificationSettings', change);
    return invoke('adminSettings', 'updateSettings', {
      type,
      ...change,
    } as ActionInput<'adminSettings', 'updateSettings'>);
  };
  return { settings: data, failed: isError && !data, reload: () => void refetch(), keep, save };
};
