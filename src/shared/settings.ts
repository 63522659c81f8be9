import { defaultSystemSettings, mergeSystemSettings } from '#contract/systemSettings.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createStore, useStore } from './store.ts';

const store = createStore(defaultSystemSettings);

/** The system settings as known now: the defaults until the stored ones have arrived. */
export const systemSettings = store.state;

/**
 * Loaded beside the mounted application and merged over the defaults; a failure is logged and keeps the defaults
 * (docs/specification.md#start-up).
 */
export const loadSystemSettings = async (invoke: Invoke): Promise<void> => {
  try {
    store.set(
      mergeSystemSettings(await invoke('systemSettings', 'getSettings', { group: 'system' })),
    );
  } catch (error) {
    console.error('system settings not loaded, defaults kept', error);
  }
};

export const useSystemSettings = () => useStore(store);
