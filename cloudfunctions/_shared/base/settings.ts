import { settingDefaults, type SettingType } from '#contract/settingFields.ts';
import type { Author } from './actor.ts';
import { _ } from './cloud.ts';
import { repository, type Stored } from './repository.ts';

export type SettingValues = Record<string, unknown>;

/** `system` keeps its values in `data`; the other types keep them beside the record's own fields. */
export interface StoredSettings extends Stored {
  data?: SettingValues;
  files?: string[];
  updateBy?: Author;
}

export const settings = repository<StoredSettings>('settings');

export const valuesOf = (type: SettingType, stored: StoredSettings | null): SettingValues => {
  if (!stored) return {};
  if (type === 'system') return stored.data ?? {};
  return Object.fromEntries(Object.entries(stored).filter(([key]) => key in settingDefaults[type]));
};

export const isGroup = (value: unknown): value is SettingValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Groups are merged field by field; lists are replaced whole. */
export const merged = (below: SettingValues, above: SettingValues): SettingValues => {
  const result: SettingValues = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const under = result[key];
    result[key] = isGroup(value) && isGroup(under) ? merged(under, value) : value;
  }
  return result;
};

export type Settings<T extends SettingType> = (typeof settingDefaults)[T];

/** Types asked for in the same moment are read in one query. */
let gathered: { types: Set<SettingType>; found: Promise<StoredSettings[]> } | undefined;

const readGathered = async (types: Set<SettingType>): Promise<StoredSettings[]> => {
  await Promise.resolve();
  gathered = undefined;
  return settings.find({ _id: types.size === 1 ? [...types][0] : _.in([...types]) });
};

/** As they are stored, secrets sealed; null for what was never saved. */
export const storedSettings = async (type: SettingType): Promise<StoredSettings | null> => {
  if (!gathered) {
    const types = new Set<SettingType>();
    gathered = { types, found: readGathered(types) };
  }
  gathered.types.add(type);
  return (await gathered.found).find(({ _id }) => _id === type) ?? null;
};

/** The current values over the defaults; secrets are not opened. Database round trips: 1. */
export const settingsOf = async <T extends SettingType>(type: T): Promise<Settings<T>> =>
  merged(settingDefaults[type], valuesOf(type, await storedSettings(type))) as Settings<T>;
