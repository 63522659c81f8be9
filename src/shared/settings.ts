import { useSyncExternalStore } from 'react';
import type { SystemSettings } from '#contract/systemSettings.ts';
import { defaultSystemSettings, mergeSystemSettings } from '#contract/systemSettings.ts';
import type { Invoke } from '#dataProvider/invoke.ts';

let current: SystemSettings = defaultSystemSettings;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The system settings as known now: the defaults until the stored ones have arrived. */
export const systemSettings = () => current;

/**
 * Loaded beside the mounted application and merged over the defaults; a failure is logged and keeps the defaults
 * (docs/specification.md#start-up).
 */
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

export const useSystemSettings = () =>
  useSyncExternalStore(subscribe, systemSettings, systemSettings);
