import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CloudHosts, policyElement } from '../build/contentPolicy.ts';
import { deployedFunctions } from '../build/platform.ts';
import { contentOf, type Release, type SiteFile, versionOf, zippedFolder } from './release.ts';

export interface BuiltReleaseOptions {
  /** Holds `functions/` and `app/`, as `npm run build` leaves them. */
  dist: string;
  /** What pages may speak with beside their own origin. */
  hosts: CloudHosts;
  /** The content of `/config.js`. */
  config: string;
}

/** What was built here, for one environment. */
export const builtRelease = ({ dist, hosts, config }: BuiltReleaseOptions): Release => {
  const functions = deployedFunctions().map(declared => ({
    ...declared,
    code: zippedFolder(path.join(dist, 'functions', declared.name)),
  }));
  const site = siteFiles(path.join(dist, 'app'), hosts, config);
  return { version: versionOf({ functions, site }), functions, site };
};

const siteFiles = (folder: string, hosts: CloudHosts, config: string): SiteFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
    .map(file => {
      const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
      return {
        path: name,
        type: typeOf(name),
        isHashed: name.startsWith('/assets/'),
        content: contentOf(adapted(name, readFileSync(file), hosts, config)),
      };
    });

const adapted = (name: string, bytes: Buffer, hosts: CloudHosts, config: string): Buffer => {
  if (name === '/config.js') return Buffer.from(config);
  if (!name.endsWith('.html')) return bytes;
  const page = bytes.toString();
  return Buffer.from(
    page.replace(/<meta charset="utf-8" \/>/, mark => mark + policyElement(page, hosts)),
  );
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const typeOf = (name: string): string => {
  const type = types[path.extname(name)];
  if (!type) throw new Error(`${name} has no known type: add it to scripts/deploy/builtRelease.ts`);
  return type;
};
