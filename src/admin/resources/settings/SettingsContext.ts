import { createContext, use } from 'react';
import type { SettingsAnswer } from '#contract/adminSettings.ts';

/** The stored settings behind the form, with the masks of their secrets. */
export const SettingsContext = createContext<SettingsAnswer | null>(null);

export const useStoredSettings = (): SettingsAnswer => {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('SettingsContext is missing above');
  return settings;
};
