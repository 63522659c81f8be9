import { rendered, samplesOf, type UserEventName } from '#contract/messageEvents.ts';
import type { NotificationSettings } from './useNotificationSettings.ts';

/** Why the settings keep messages of this kind from being sent; null where they do not. */
export type MessageObstacle = 'appid' | 'appSecret' | 'template' | 'fields' | 'refused';

export const messageObstacle = (
  event: UserEventName,
  { miniProgram, subscribe }: Pick<NotificationSettings, 'miniProgram' | 'subscribe'>,
  /** Of the mini-program, which stands in the payment settings; undefined until they are read. */
  appid: string | undefined,
): MessageObstacle | null => {
  const { templateId, fields } = subscribe[event];
  if (!templateId) return 'template';
  const parts = rendered(event, fields, samplesOf(event));
  if (parts.length === 0) return 'fields';
  if (parts.some(({ isAccepted }) => !isAccepted)) return 'refused';
  if (!miniProgram.appSecret) return 'appSecret';
  return appid === '' ? 'appid' : null;
};
