import {
  settingDefaults,
  settingsApart,
  settingSecrets,
  type SettingType,
} from '#contract/settingFields.ts';
import { equal } from '#dataProvider/sameValue.ts';

type Values = Record<string, unknown>;

export interface SettingChange {
  path: string;
  from: unknown;
  to: unknown;
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const valueAt = (values: Values, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inside, key) => (isGroup(inside) ? inside[key] : undefined), values);

const put = (values: Values, path: string, value: unknown): Values => {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...values, [key]: value };
  const inside = values[key];
  return { ...values, [key]: put(isGroup(inside) ? inside : {}, rest.join('.'), value) };
};

/** What one line of the form holds: `wxpay.appid`; a map people fill themselves is one value. */
const leaves = (values: Values, shape: Values, above = ''): string[] =>
  Object.keys(shape).flatMap(key => {
    const path = above + key;
    const inside = shape[key];
    return isGroup(inside) && Object.keys(inside).length > 0 && key !== 'imageStyles'
      ? leaves(values, inside, `${path}.`)
      : [path];
  });

/** A form never contains a secret: empty keeps the stored one. */
export const withoutSecrets = (type: SettingType, values: Values): Values =>
  settingSecrets[type].reduce((rest, path) => put(rest, path, ''), values);

export const changesBetween = (type: SettingType, before: Values, after: Values): SettingChange[] =>
  leaves(after, settingDefaults[type])
    .map(path => ({ path, from: valueAt(before, path), to: valueAt(after, path) }))
    .filter(({ path }) => !settingsApart[type].some(apart => `${path}.`.startsWith(`${apart}.`)))
    .filter(({ path, from, to }) =>
      settingSecrets[type].includes(path) ? Boolean(to) : to !== undefined && !equal(from, to),
    );

/** The payload of an update: only changes. */
export const patchOf = (changes: SettingChange[]): Values =>
  changes.reduce<Values>((patch, { path, to }) => put(patch, path, to), {});

/** Parts without secrets; only these are kept as a draft in the browser. */
export const draftFields = (type: SettingType): string[] =>
  Object.keys(settingDefaults[type]).filter(
    key => !settingSecrets[type].some(path => path.startsWith(`${key}.`)),
  );
