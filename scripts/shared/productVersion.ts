import { execFileSync } from 'node:child_process';
import manifest from '../../package.json' with { type: 'json' };
import { root } from './built.js';

/** What made a backup or a deployment. */
export interface ProductVersion {
  name: string;
  version: string;
  /** Null for a copy without its history. */
  commit: string | null;
}

export const productVersion = (): ProductVersion => {
  const { name, version } = manifest;
  return { name, version, commit: commitHere() };
};

const commitHere = (): string | null => {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio,
    }).trim();
  } catch {
    return null;
  }
};
