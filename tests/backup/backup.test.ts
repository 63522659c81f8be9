import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bringBack, everything, keepContent, PICTURE, SECRET, unsealed } from './content.ts';
import { startEnvironment } from './environments.ts';

it('a backup restores into an empty environment, every document and picture as it was; a damaged one does not', async () => {
  const { source, picture, to } = await keepContent();
  onTestFinished(() => source[Symbol.asyncDispose]());
  await using target = await startEnvironment();
  const file = path.join(to, 'orders.0001.jsonl.gz');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(100, bytes[100]! ^ 1));
  const empty = await everything(target);
  await expect(bringBack(target.platform, to, true)).rejects.toThrow('its hash differs');
  expect(await everything(target)).toEqual(empty);

  writeFileSync(file, bytes);
  expect(await bringBack(target.platform, to, true)).toBe(true);
  const before = await everything(source);
  expect(await everything(target)).toEqual({ ...before, adminSessions: [], turns: [] });
  expect(await target.platform.download(PICTURE)).toEqual(picture);
  const [line] = await target.all('apiKeys');
  expect(unsealed((JSON.parse(line!) as { keyCipher: string }).keyCipher)).toBe(SECRET);
});
