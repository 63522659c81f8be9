import type { ICruiseOptions, IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * Who may import whom (docs/architecture.md, "Layers"). `npm run borders` checks it, and that nothing is imported in a
 * circle. Every import counts: one that is loaded later and one for its types tie two places together as well.
 */
const layers: Record<string, string[]> = {
  contract: [],
  i18n: ['contract'],
  dataProvider: ['contract'],
  authProvider: ['contract', 'dataProvider'],
  src: ['contract', 'dataProvider', 'authProvider', 'i18n'],
  cloudfunctions: ['contract'],
  emulator: [],
  sandbox: [],
};

/** From the ground up, as the kit's README describes them. */
const kit = [
  'base',
  'field',
  'charts',
  'import',
  'upload',
  'form',
  'action',
  'export',
  'list',
  'show',
  'theme',
];

/** What every function stands on, then the domains, from the ground up. */
const domains = [
  'base',
  'counting',
  'pictures',
  'runningHub',
  'tencentCloud',
  'moderation',
  'vod',
  'wechatPay',
  'weChat',
  'templates',
  'users',
  'legal',
  'messages',
  'admins',
  'approvals',
  'prints',
  'tasks',
  'orders',
  'shipping',
  'codes',
  'refunds',
  'reconciliation',
  'exports',
  'compensations',
  'accounts',
  'work',
];

/** @param name the sentence that a breach shows */
const forbid = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to });

const only = (folder: string, others: string[]) => `^(${[folder, ...others].join('|')})/`;

/** Folders that stand on each other. @param beside what stands beside them, for all */
const ordered = (floor: string, names: string[], beside: string[] = []) => [
  ...names.map((name, at) =>
    forbid(
      `${floor}/${name} imports only what stands before it in scripts/borders/rules.ts`,
      { path: `^${floor}/${name}/` },
      { path: `^${floor}/`, pathNot: `^${floor}/(${names.slice(0, at + 1).join('|')})/` },
    ),
  ),
  forbid(
    `A folder of ${floor} must be given its place in scripts/borders/rules.ts`,
    {},
    { path: `^${floor}/`, pathNot: [`^${floor}/(${names.join('|')})/`, ...beside] },
  ),
];

const insideSrc = [
  forbid(
    'src/shared stands below both sides',
    { path: '^src/shared/' },
    { path: '^src/(admin|signIn|visitor)/' },
  ),
  forbid(
    'What visitors load imports nothing of the management side',
    { path: '^src/visitor/' },
    { path: '^src/(admin|signIn)/' },
  ),
  forbid(
    'Signing in loads the management side as a whole, and nothing of the visitor side',
    { path: '^src/signIn/' },
    { path: '^src/(admin|visitor)/', pathNot: '^src/admin/shell/AdminApp\\.tsx$' },
  ),
  forbid(
    'The management side imports nothing of the visitor side, nor of signing in',
    { path: '^src/admin/' },
    { path: '^src/(visitor|signIn)/' },
  ),
  forbid(
    'The shell takes of a resource what its index names, and pages',
    { path: '^src/admin/shell/' },
    {
      path: '^src/admin/resources/',
      pathNot: '^src/admin/resources/[^/]+/(index\\.tsx?|[A-Z]\\w*Page\\.tsx)$',
    },
  ),
  forbid(
    'A resource does not import the shell',
    { path: '^src/admin/resources/' },
    { path: '^src/admin/shell/' },
  ),
  forbid(
    'A resource uses of another what its parts.ts names',
    { path: '^src/admin/resources/([^/]+)/' },
    {
      path: '^src/admin/resources/',
      pathNot: ['^src/admin/resources/$1/', '^src/admin/resources/[^/]+/parts\\.ts$'],
    },
  ),
  forbid(
    'The kit knows no resource and no shell',
    { path: '^src/admin/kit/' },
    { path: '^src/admin/(resources|shell)/' },
  ),
  forbid(
    'Of the contract the kit uses only what is general',
    { path: '^src/admin/kit/' },
    {
      path: '^contract/',
      // Exports and saved views are services of the back end for every list.
      pathNot:
        '^contract/(rights/rights|action|constants|csv|cut|envelope|pasted|pictureFormat|takenFormats|zod|export|exportTable|savedView|exports/columns|remark|search|typedNumber|sentences/(exports|typed))\\.ts$',
    },
  ),
  // react-admin with the kit's parts, for pages.
  ...ordered('src/admin/kit', kit, ['^src/admin/kit/index\\.ts$']),
];

const forbidden = [
  ...Object.entries(layers).map(([layer, others]) =>
    forbid(
      `${layer} imports only ${others.join(', ') || 'itself'} (docs/architecture.md, "Layers")`,
      { path: `^${layer}/` },
      { dependencyTypes: ['local'], pathNot: only(layer, others) },
    ),
  ),
  forbid(
    'The contract depends on zod and nothing else',
    { path: '^contract/' },
    { pathNot: only('contract', ['node_modules/zod']) },
  ),
  forbid(
    'Only src/cloudbase.ts talks to the web SDK',
    { path: only('src', Object.keys(layers)), pathNot: '^src/cloudbase\\.ts$' },
    { path: '^node_modules/@cloudbase/js-sdk/' },
  ),
  forbid(
    'Only cloudfunctions/_shared/base/cloud.ts talks to the server SDK',
    {
      path: only('src', Object.keys(layers)),
      pathNot: '^cloudfunctions/_shared/base/cloud\\.ts$',
    },
    { path: '^node_modules/@cloudbase/node-sdk/' },
  ),
  ...insideSrc,
  forbid(
    'A function reaches no other, only _shared',
    { path: '^cloudfunctions/([^/]+)/' },
    { path: '^cloudfunctions/', pathNot: '^cloudfunctions/($1|_shared)/' },
  ),
  ...ordered('cloudfunctions/_shared', domains),
];

export const folders = [...Object.keys(layers), 'scripts', 'tools'];

export const options: ICruiseOptions = {
  ruleSet: { forbidden },
  validate: true,
  parser: 'tsc',
  tsPreCompilationDeps: true,
  // node_modules may be a link.
  preserveSymlinks: true,
  doNotFollow: { path: '^(node_modules|tests|emulator/tests|sandbox/tests)/' },
  exclude: { path: '^(emulator|sandbox)/tests/' },
  skipAnalysisNotInRules: true,
};
