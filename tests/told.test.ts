import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { alertEvents, userEventNames } from '#contract/messageEvents.ts';

const root = path.join(import.meta.dirname, '../cloudfunctions');
const sources = (readdirSync(root, { recursive: true }) as string[])
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(path.join(root, name), 'utf8'));

/** A template in the settings for what nobody is ever told of would be a promise that nothing keeps. */
it.each([...userEventNames, ...Object.keys(alertEvents)])('%s is told by a function', event => {
  const tells = new RegExp(`(tellUser|alertAdmins|userMessageRow)\\([^;]*?event: '${event}'`, 's');
  expect(sources.some(text => tells.test(text))).toBe(true);
});
