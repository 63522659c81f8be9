import { rendered, samplesOf, type UserEventName } from './messageEvents.ts';

/** Why the settings keep messages of a kind from being sent. */
export const messageObstacles = ['appid', 'appSecret', 'template', 'fields', 'refused'] as const;
export type MessageObstacle = (typeof messageObstacles)[number];

/** The notification settings that decide whether a message can be sent. */
export interface SendingSettings {
  miniProgram: { appSecret: string };
  subscribe: Record<UserEventName, { templateId: string; fields: Record<string, string> }>;
}

/**
 * What keeps messages of this kind from being sent; null where nothing does.
 * @param appid of the mini-program, which stands in the payment settings; undefined until they are read
 */
export const messageObstacle = (
  event: UserEventName,
  { miniProgram, subscribe }: SendingSettings,
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
