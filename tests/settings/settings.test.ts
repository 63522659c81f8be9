import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingDefaults, type SettingType, settingTypes } from '#contract/settingFields.ts';
import { settingsLabels } from '#i18n/zh/settings.ts';
import { propertiesRead } from './propertiesRead.ts';
import { type SettingPath, settingUses, type Use } from './uses.ts';

/**
 * Every setting is read where it matters, and a test proves its effect. `npm run generate` writes `docs/settings.md`;
 * here it is compared.
 */
const root = path.join(import.meta.dirname, '../..');
const document = path.join(root, 'docs/settings.md');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const known = new Map<string, Set<string>>();
const namesIn = (file: string) => {
  const names = known.get(file) ?? propertiesRead(read(file), file);
  known.set(file, names);
  return names;
};

type Values = Record<string, unknown>;
const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list, and a map whose keys are free, is one setting. */
const leavesOf = (value: unknown, at: string): [path: string, value: unknown][] =>
  isGroup(value) &&
  Object.keys(value).length > 0 &&
  !['system.imageStyles', 'compliance.documents'].includes(at)
    ? Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, `${at}.${key}`))
    : [[at, value]];
const leaves = Object.entries(settingDefaults).flatMap(([type, values]) => leavesOf(values, type));

const uses = Object.entries(settingUses) as [SettingPath, Use][];

const lastOf = (at: string) => at.split('.').at(-1)!;

describe('the settings', () => {
  it('are all in the table, and nothing else', () => {
    expect(Object.keys(settingUses).sort()).toEqual(leaves.map(([at]) => at).sort());
  });

  it.each(uses)('%s is read by the files that the table names', (at, { readBy }) => {
    expect(readBy.length).toBeGreaterThan(0);
    for (const file of readBy) {
      const names = namesIn(file);
      const name = lastOf(at);
      // Secrets are stored sealed, in a field of that name.
      expect([...names], `${file} does not read ${at}`).toSatisfy(
        (all: string[]) => all.includes(name) || all.includes(`${name}Enc`),
      );
    }
  });

  it.each(uses)(
    '%s has a test of its effect, which sets it or calls for it',
    (at, { provenBy }) => {
      const [file, title] = provenBy;
      const text = read(file);
      expect(text, `${file} has no test “${title}”`).toMatch(
        new RegExp(
          `(it|\\])(\\.each)?[^'"\`]*\\(\\s*['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
        ),
      );
      expect(text, `${file} does not set ${at}`).toContain(lastOf(at));
    },
  );
});

const labelOf = (at: string): string => {
  const [, ...keys] = at.split('.');
  return String(
    keys.reduce<unknown>((inside, key) => (inside as Values)[key], settingsLabels.fields),
  );
};
const shown = (value: unknown): string => {
  if (isGroup(value))
    return Object.entries(value)
      .map(([key, inside]) => `${key} ${String(inside)}`)
      .join(', ');
  if (Array.isArray(value)) return value.join(', ');
  return String(value);
};
/** `appUser/index.ts`. */
const link = (file: string) => `[${file.split('/').slice(-2).join('/')}](../${file})`;

const table = (type: SettingType) => {
  const rows = leaves
    .filter(([at]) => at.startsWith(`${type}.`))
    .map(([at, value]) => {
      const use = settingUses[at as SettingPath];
      const cells = [
        `\`${at.slice(type.length + 1)}\``,
        labelOf(at),
        shown(value).replaceAll('|', '\\|'),
      ];
      return [
        ...cells,
        use.readBy.map(link).join(', '),
        `${link(use.provenBy[0])}: ${use.provenBy[1].replaceAll('%s', '…')}`,
      ];
    });
  const lines = [
    ['Setting', 'Label', 'Default', 'Read by', 'Proven by'],
    rows[0]!.map(() => '---'),
    ...rows,
  ];
  return `## ${settingTypes[type].label}\n\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`;
};

it('are listed in docs/settings.md', () => {
  const intro =
    '# Settings\n\n' +
    'Every stored setting, what it means, where it is read, and the test that fails if it does nothing.\n\n' +
    'Written by `npm run generate` from `tests/settings/uses.ts`, checked by `npm test`: a setting that no code reads, or\n' +
    'that no test proves, fails.\n\n';
  const types = Object.keys(settingTypes) as SettingType[];
  const text = `${intro}${types.map(table).join('\n')}\n`;
  if (process.env['GENERATE'] !== undefined) writeFileSync(document, text);
  expect(readFileSync(document, 'utf8')).toBe(text);
});
