import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    folderOfRun: string;
  }
}

const keys = ['custom-login.json', 'sandbox-wechatpay.json'];

/** Vitest's global setup: a place for what lasts as long as this run. */
export default ({ provide }: TestProject) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'run-'));
  provide('folderOfRun', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};

export const folderOfRun = () => inject('folderOfRun');

/** Making RSA keys takes up to a second, so a local platform starts with keys made by another one of this run. */
export const borrowKeys = (dataDir: string) => {
  for (const file of keys) {
    const lent = path.join(folderOfRun(), file);
    if (existsSync(lent)) copyFileSync(lent, path.join(dataDir, file));
  }
};

/** After a start: passes the keys on to the next platform. */
export const lendKeys = (dataDir: string) => {
  for (const file of keys) {
    const [made, lent] = [path.join(dataDir, file), path.join(folderOfRun(), file)];
    if (existsSync(lent) || !existsSync(made)) continue;
    copyFileSync(made, `${lent}.${process.pid}`);
    renameSync(`${lent}.${process.pid}`, lent);
  }
};
