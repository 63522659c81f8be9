import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/shared/built.js';
import type { Defect } from './defect.ts';

/** The file with the defect in it. @throws where its text is not there, or not as often as it says */
export const planted = ({ file, find, at, replace }: Defect): string => {
  const parts = readFileSync(path.join(root, file), 'utf8').split(find);
  const count = parts.length - 1;
  if (count === 0) throw new Error(`${file} has no such text any more: ${find}`);
  if (at === undefined && count > 1)
    throw new Error(`${file} has it ${count} times, \`at\` must say which: ${find}`);
  if (at !== undefined && at > count)
    throw new Error(`${file} has it ${count} times only: ${find}`);
  const place = at ?? 1;
  return parts.slice(0, place).join(find) + replace + parts.slice(place).join(find);
};
