/**
 * `npm run logs -- [FILE]`: the functions' calls by action, from a file or standard input: how many, how they ended, how
 * long they took, which requests were slowest; then the problems that calls survived. Reads what `npm start > FILE`
 * writes and what the cloud's log service exports.
 * `npm run logs -- --env ENV_ID [--minutes 60]` asks the log service itself.
 */
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { linesIn } from './logs/readLines.ts';
import { createSummary } from './logs/summary.ts';
import { runCommand } from './shared/command.ts';
import {
  environmentOptions,
  type EnvironmentValues,
  openEnvironment,
} from './shared/environment.ts';

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string', default: '60' }, ...environmentOptions },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');
  const [file, surplus] = positionals;
  if (surplus !== undefined || (file !== undefined && values.env !== undefined))
    throw new Error('npm run logs -- [FILE] | --env ENV_ID [--minutes 60]');

  const summary = createSummary();
  const texts = values.env === undefined ? await linesOf(file) : await fromCloud(values, minutes);
  for await (const text of texts) for (const line of linesIn(text)) summary.add(line);
  console.log(summary.text());
};

const fromCloud = async (values: EnvironmentValues, minutes: number) => {
  // The library takes a second to load.
  const { logsOf } = await import('./logs/fromCloud.ts');
  return logsOf(await openEnvironment(values), minutes);
};

const linesOf = async (file: string | undefined): Promise<AsyncIterable<string>> =>
  file === undefined ? createInterface({ input: process.stdin }) : (await open(file)).readLines();

runCommand(main);
