import { useSyncExternalStore } from 'react';
import type { SystemSettings } from '#contract/systemSettings.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { defaultSystemSettings, mergeSystemSettings } from '#contract/systemSettings.ts';

let current: SystemSettings = defaultSystemSettings;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What is known of the system's settings now: the defaults until the real ones have arrived. */
export const systemSettings = () => current;

/** SPEC §4: loaded beside the mounted application, merged over the defaults; a failure is logged and keeps them. */
export const loadSystemSettings = async (invoke: Invoke): Promise<void> => {
  try {
    current = mergeSystemSettings(
      await invoke('systemSettings', 'getSettings', { group: 'system' }),
    );
    listeners.forEach(listener => listener());
  } catch (error) {
    console.error('system settings not loaded, defaults kept', error);
  }
};

export const useSystemSettings = () => useSyncExternalStore(subscribe, systemSettings);
