import { execFileSync } from 'node:child_process';

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Changed since the branch left main, committed or not. */
export const changedFiles = (): string[] => {
  const [fork = 'HEAD'] = git('merge-base', 'main', 'HEAD');
  return [
    ...git('diff', '--name-only', fork),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
};

/** What the pages are made from. */
const shown = /^(src|i18n|contract|dataProvider|authProvider|public)\/|^index\.html$/;

/** Rules for `src/visitor` and `src/signIn`, whose folders are not named like their addresses. */
const sides: [RegExp, (address: string) => boolean][] = [
  [/^src\/visitor\//, address => !address.startsWith('/admin')],
  [/^src\/signIn\//, address => /^\/admin\/(login|lost-password)$/.test(address)],
];

/**
 * The addresses that a change touches: a file in a folder that is named like a part of an address belongs to those
 * addresses (`src/admin/resources/orders/` to `/admin/orders…`). What belongs to none may show anywhere: all of them.
 */
export const changedRoutes = (addresses: string[], files: string[]): string[] => {
  const touched = new Set<string>();
  for (const file of files.filter(name => shown.test(name))) {
    const folders = file.split('/').slice(2, -1);
    const side = sides.find(([pattern]) => pattern.test(file));
    const its = addresses.filter(
      side?.[1] ?? (address => address.split('/').some(part => folders.includes(part))),
    );
    for (const address of its.length > 0 ? its : addresses) touched.add(address);
  }
  return addresses.filter(address => touched.has(address));
};
