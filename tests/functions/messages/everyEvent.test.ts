import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { alertEvents, userEventNames } from '#contract/messageEvents.ts';

/** A template in the settings for an event that no function sends is a promise which is not kept. */
it('every event with a message is sent by a function', () => {
  const root = path.join(import.meta.dirname, '../../../cloudfunctions');
  const sending = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(path.join(root, name), 'utf8'))
    .filter(text => /\b(notifyUser|alertAdmins)\(/.test(text));
  const sent = sending.flatMap(text => [...text.matchAll(/^(?!\s*[/*]).*\bevent: '(\w+)'/gm)]);
  const names = new Set(sent.map(([, event]) => event));
  expect([...userEventNames, ...Object.keys(alertEvents)].filter(one => !names.has(one))).toEqual(
    [],
  );
});
