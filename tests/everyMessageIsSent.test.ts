import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { alertEvents, userEventNames } from '#contract/messageEvents.ts';
import { callsIn, propertiesOf, textsIn } from './calls.ts';

const root = path.join(import.meta.dirname, '../cloudfunctions');
const telling = ['tellUser', 'alertAdmins', 'userMessageRow'];

const sent = new Set(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
    .filter(({ text }) => telling.some(name => text.includes(name)))
    .flatMap(({ name, text }) => [
      ...callsIn(text, name)
        .filter(call => telling.includes(call.name))
        .flatMap(({ args }) => args.flatMap(arg => textsIn(propertiesOf(arg).get('event')))),
      // Written out before the call, as the alerts that a job has found.
      ...[...text.matchAll(/\bevent: '(\w+)'/g)].map(([, event]) => event!),
    ]),
);

/** A template in the settings for what nobody is ever told of would be a promise that nothing keeps. */
it.each([...userEventNames, ...Object.keys(alertEvents)])('%s is sent by a function', event => {
  expect([...sent]).toContain(event);
});
