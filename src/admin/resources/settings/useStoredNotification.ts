import type { NotificationSettings } from '../messages/parts.ts';
import { useStoredSettings } from './SettingsContext.ts';

/** The stored notification settings behind the form: what is in effect now. */
export const useStoredNotification = () => useStoredSettings().data as NotificationSettings;
