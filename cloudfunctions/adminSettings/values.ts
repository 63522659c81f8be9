import type { SettingsAnswer } from '#contract/adminSettings.ts';
import {
  clearedSecret,
  settingDefaults,
  settingFiles,
  settingMaps,
  settingsApart,
  settingSecrets,
  type SettingType,
} from '#contract/settingFields.ts';
import { mask, opens, placeOf, seal } from '../_shared/base/secrets.ts';
import {
  isGroup,
  merged,
  type SettingValues,
  type StoredSettings,
  valuesOf,
} from '../_shared/base/settings.ts';
import { valueAt } from '../_shared/base/valueAt.ts';

export type Values = SettingValues;

const isMap = (type: SettingType, path: readonly string[]): boolean =>
  settingMaps[type].some(map => {
    const steps = map.split('.');
    return (
      steps.length === path.length && steps.every((step, i) => step === '*' || step === path[i])
    );
  });

/** What is stored after a change: as `merged`, but a map is what was sent of it, without the keys it had before. */
export const changed = (
  type: SettingType,
  old: Values,
  change: Values,
  path: readonly string[] = [],
): Values => {
  const result: Values = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    const [inside, under] = [[...path, key], result[key]];
    const joins = isGroup(value) && isGroup(under) && !isMap(type, inside);
    result[key] = joins ? changed(type, under, value, inside) : value;
  }
  return result;
};

/** An earlier version exactly, with the current secrets, which versions do not contain, and what is written apart. */
export const restored = (type: SettingType, version: Values, now: Values): Values => {
  let result = withoutSecrets(type, version);
  const secrets = settingSecrets[type].flatMap(path => [`${path}Enc`, `${path}Mask`]);
  for (const path of [...secrets, ...settingsApart[type]]) {
    const value = valueAt(now, path);
    if (value !== undefined) result = put(result, path, value);
  }
  return result;
};

const put = (values: Values, path: string, value: unknown): Values => {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...values, [key]: value };
  const inside = values[key];
  return { ...values, [key]: put(isGroup(inside) ? inside : {}, rest.join('.'), value) };
};

const drop = (values: Values, path: string): Values => {
  const [key = '', ...rest] = path.split('.');
  const { [key]: value, ...others } = values;
  if (rest.length === 0) return others;
  return isGroup(value) ? { ...values, [key]: drop(value, rest.join('.')) } : values;
};

const secretPlace = (type: SettingType, path: string) => placeOf('settings', type, `${path}Enc`);

/**
 * Replaces a new secret by its ciphertext and mask, and removes a cleared one; unchanged secrets are left out.
 * @returns the patch to be stored, and which secrets it replaces
 */
export const sealed = (type: SettingType, patch: Values): { patch: Values; replaced: string[] } => {
  const replaced: string[] = [];
  let result = patch;
  for (const path of settingSecrets[type]) {
    const value = valueAt(patch, path);
    result = drop(result, path);
    if (clearedSecret.safeParse(value).success) {
      result = put(put(result, `${path}Enc`, ''), `${path}Mask`, '');
      continue;
    }
    if (typeof value !== 'string' || !value || value.includes('****')) continue;
    replaced.push(path);
    result = put(result, `${path}Enc`, seal(value, secretPlace(type, path)));
    result = put(result, `${path}Mask`, value.includes('\n') ? '****' : mask(value));
  }
  return { patch: result, replaced };
};

/** Without secrets: the form of versions and of the audit log's comparison. */
export const withoutSecrets = (type: SettingType, values: Values): Values =>
  settingSecrets[type].reduce(
    (left, path) => drop(drop(drop(left, path), `${path}Enc`), `${path}Mask`),
    values,
  );

export const isSet = (values: Values, path: string): boolean =>
  Boolean(valueAt(values, `${path}Enc`));

/** Complete, without secrets: a field that was not saved then had its default. */
export const completed = (type: SettingType, values: Values): Values =>
  withoutSecrets(type, merged(settingDefaults[type], values));

/** As shown to people: complete, with masked secrets. */
export const shown = (type: SettingType, stored: StoredSettings | null): SettingsAnswer => {
  const values = valuesOf(type, stored);
  let data = completed(type, values);
  for (const path of settingSecrets[type]) {
    const masked = valueAt(values, `${path}Mask`);
    const text = typeof masked === 'string' ? masked : '****';
    data = put(data, path, isSet(values, path) ? text : '');
  }
  return {
    type,
    rev: stored?.rev ?? 0,
    updateTime: stored?.updateTime ?? null,
    updateBy: stored?.updateBy ?? null,
    damagedSecrets: settingSecrets[type].filter(
      path =>
        isSet(values, path) &&
        !opens(String(valueAt(values, `${path}Enc`)), secretPlace(type, path)),
    ),
    data,
  } as SettingsAnswer;
};

export const filesOf = (type: SettingType, values: Values): string[] =>
  settingFiles[type]
    .map(path => valueAt(values, path))
    .filter((path): path is string => typeof path === 'string' && path !== '');

/** `{'wxpay.mchid': '1900000001'}`: one entry of the audit row for each field, not for each group. */
export const flat = (values: Values, prefix = ''): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isGroup(value)
        ? Object.entries(flat(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  );
