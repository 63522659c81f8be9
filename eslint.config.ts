import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import house from './scripts/lint/circles.ts';
import { replacing, replacingScreens } from './tests/replacing.ts';

/**
 * The borders between layers, by layer, so that the list does not grow with features. A layer names the folders it must
 * not import; both relative paths and `#layer/` imports are recognised.
 */
const layers = [
  'contract',
  'src',
  'dataProvider',
  'authProvider',
  'i18n',
  'cloudfunctions',
  'emulator',
  'sandbox',
];

interface Forbidden {
  regex: string;
  message: string;
}

const border = (
  layer: string,
  mayReach: string[],
  more: Forbidden[] = [],
  files = `${layer}/**/*.{ts,tsx}`,
): Linter.Config => ({
  files: [files],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...layers
            .filter(other => other !== layer && !mayReach.includes(other))
            .map(other => ({
              regex: `^(#${other}/|(\\.\\./)+${other}(/|$))`,
              message: `${layer} must not import ${other} (docs/architecture.md, "Layers").`,
            })),
          ...more,
        ],
      },
    ],
  },
});

/** The folders of the kit, from the ground up: each may use those before it. */
const kitFolders = [
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
/** General files of the contract that the kit may use; exports are a service of the back end for every list. */
const kitContract = 'action|constants|csv|envelope|zod|export|exportTable|exports/columns|remark';

const adminSide: Forbidden[] = [
  {
    regex: '^(\\.\\./)+visitor/',
    message: 'The management side does not import the visitor side.',
  },
];

/** @param out the way from a file of a resource to its neighbours */
const resourceBorders = (out: string): Forbidden[] => [
  ...adminSide,
  { regex: '^(\\.\\./)+shell/', message: 'A resource does not import the shell.' },
  {
    regex: `^${out}(?!\\.\\./)[^/]+/(?!parts\\.ts$)`,
    message: 'A resource uses of another what its parts.ts names.',
  },
];

const kitBorders = (folder: string, at: number): Forbidden[] => [
  ...adminSide,
  { regex: '^(\\.\\./)+(resources|shell)/', message: 'The kit knows no resource and no shell.' },
  {
    regex: `^#contract/(?!(${kitContract})\\.ts$)`,
    message: 'Of the contract the kit uses only what is general.',
  },
  {
    regex: `^(\\.\\./)+(${kitFolders.slice(at + 1).join('|') || '-'})/`,
    message: `kit/${folder} uses only what stands before it in eslint.config.ts.`,
  },
];

const circles = {
  folders: [
    'authProvider',
    'cloudfunctions',
    'contract',
    'dataProvider',
    'emulator',
    'i18n',
    'sandbox',
    'scripts',
    'src',
  ],
  /** Within these, neither do folders import each other in a circle. */
  floors: [
    'src',
    'src/admin/resources',
    'src/admin/kit',
    'src/admin/shell',
    'cloudfunctions/_shared',
  ],
};

const webSdk = {
  regex: '^@cloudbase/js-sdk',
  message: 'Only src/cloudbase.ts talks to the web SDK.',
};
const nodeSdk = {
  regex: '^@cloudbase/node-sdk',
  message: 'Only cloudfunctions/_shared/base/cloud.ts talks to the server SDK.',
};

/**
 * The floors of cloudfunctions/_shared, from the ground: what every function stands on, then the domains. Each imports
 * only what stands before it.
 */
const serverFloors = [
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
  'admins',
  'users',
  'messages',
  'prints',
  'orders',
  'shipping',
  'codes',
  'tasks',
  'refunds',
  'reconciliation',
  'exports',
];

const serverFolder = (files: string, mayReach: string[], message: string): Linter.Config => {
  const regex = `^\\.\\./(?!(${mayReach.join('|')})/)`;
  const { rules } = border('cloudfunctions', ['contract'], [webSdk, nodeSdk, { regex, message }]);
  return { files: [files], rules };
};

const srcReaches = ['contract', 'dataProvider', 'authProvider', 'i18n'];

/** Borders inside `src`: those of `src` itself, and what is forbidden to these files. */
const inside = (files: string, ...forbidden: Forbidden[]): Linter.Config =>
  border('src', srcReaches, [webSdk, nodeSdk, ...forbidden], `src/${files}`);

const noSpreadLiteral = {
  selector:
    ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write out what is spread.',
};

const changeMessage = 'Change records through base/changeRecord.ts or base/transaction.ts.';
/** Versions are raised and audit rows made in one place. */
const oneWayToChange = [
  ':matches(Property[key.name="rev"], AssignmentExpression[left.property.name="rev"]) > BinaryExpression',
  'BinaryExpression[operator="+"][left.property.name="rev"]',
  'Property[key.name="rev"] > CallExpression[callee.property.name="inc"]',
  'CallExpression[callee.name="auditRow"]',
  'CallExpression[callee.property.name=/^insert/] > Literal[value="auditLogs"]',
].map(selector => ({ selector, message: changeMessage }));

/** Folders and who may see them are checked in one place. */
const oneWayToStore = {
  selector:
    'MemberExpression[object.name="app"][property.name=/^(uploadFile|getUploadMetadata|getTempFileURL|downloadFile|deleteFile)$/]',
  message: 'Only cloudfunctions/_shared/base/storage.ts stores, signs and reads files.',
};

/** What the server says to people is worded in the contract. */
const noSentence = [
  'Literal[value=/\\p{Script=Han}/u]',
  'TemplateElement[value.raw=/\\p{Script=Han}/u]',
].map(selector => ({ selector, message: 'Put what people read into contract/sentences/.' }));

/** Files in which versions are raised and audit rows made. */
const changeFiles = ['audit', 'changeRecord', 'transaction', 'repository'].map(
  name => `cloudfunctions/_shared/base/${name}.ts`,
);

/** Node's modules, packages, the layers, neighbours from far to near, styles. */
const importOrder = ['^node:', '^@?\\w', '^#', '^\\.\\./', '^\\./', '\\.css$'];

export default tseslint.config(
  { ignores: ['dist/**', '.data/**', '.tmp/**', 'node_modules/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    // The compiler checks them too.
    files: ['scripts/*.js'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-restricted-syntax': ['error', noSpreadLiteral],
    },
  },
  {
    files: ['**/*.{ts,tsx}', 'scripts/*.js'],
    plugins: { 'import-sort': importSort },
    rules: { 'import-sort/imports': ['error', { groups: [importOrder] }] },
  },
  {
    files: ['cloudfunctions/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noSpreadLiteral,
        ...oneWayToChange,
        oneWayToStore,
        ...noSentence,
      ],
    },
  },
  {
    files: ['cloudfunctions/_shared/base/storage.ts'],
    rules: {
      'no-restricted-syntax': ['error', noSpreadLiteral, ...oneWayToChange, ...noSentence],
    },
  },
  {
    // What is logged goes through base/log.ts, which lets nothing personal pass.
    files: ['cloudfunctions/**/*.ts'],
    ignores: ['cloudfunctions/_shared/base/log.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: changeFiles,
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral, oneWayToStore, ...noSentence] },
  },
  {
    // Names and values of columns in the bills of WeChat Pay.
    files: ['cloudfunctions/_shared/reconciliation/tradeBill.ts'],
    rules: {
      'no-restricted-syntax': ['error', noSpreadLiteral, ...oneWayToChange, oneWayToStore],
    },
  },
  {
    // Where there are components and hooks: these rules compile every function they see.
    files: ['src/**/*.{ts,tsx}', 'tests/screens/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    ignores: [...replacing, ...replacingScreens],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map(property => ({
          object: 'vi',
          property,
          message: 'Tests that replace modules are listed in tests/replacing.ts.',
        })),
      ],
    },
  },
  border(
    'contract',
    [],
    [{ regex: '^(?!zod(/|$)|\\.{1,2}/)', message: 'contract depends on zod and nothing else.' }],
  ),
  border('src', srcReaches, [webSdk, nodeSdk]),
  inside('signIn/**/*.{ts,tsx}', {
    regex: '^(\\.\\./)+(visitor/|admin/(?!shell/AdminApp))',
    message: 'Signing in loads the management side as a whole, and nothing of the visitor side.',
  }),
  inside('visitor/**/*.{ts,tsx}', {
    regex: '^(\\.\\./)+(admin|signIn)/',
    message: 'What visitors load imports nothing of the management side.',
  }),
  inside('shared/**/*.{ts,tsx}', {
    regex: '^(\\.\\./)+(admin|signIn|visitor)/',
    message: 'src/shared stands below both sides and imports neither.',
  }),
  inside('admin/**/*.{ts,tsx}', ...adminSide),
  inside('admin/shell/**/*.{ts,tsx}', ...adminSide, {
    regex: '^(\\.\\./)+resources/[^/]+/(?!index\\.tsx?$)',
    message: 'The shell takes of a resource what its index names.',
  }),
  inside('admin/resources/*/*.{ts,tsx}', ...resourceBorders('\\.\\./')),
  inside('admin/resources/*/*/**/*.{ts,tsx}', ...resourceBorders('\\.\\./\\.\\./')),
  ...kitFolders.map((folder, at) =>
    inside(`admin/kit/${folder}/**/*.{ts,tsx}`, ...kitBorders(folder, at)),
  ),
  {
    files: [
      '{authProvider,cloudfunctions,contract,dataProvider,emulator,i18n,sandbox,scripts,src}/**/*.{ts,tsx}',
    ],
    plugins: { house },
    rules: { 'house/circles': ['error', circles] },
  },
  border('dataProvider', ['contract', 'authProvider'], [webSdk, nodeSdk]),
  border('authProvider', ['contract', 'dataProvider'], [webSdk, nodeSdk]),
  border('i18n', ['contract'], [webSdk, nodeSdk]),
  serverFolder('cloudfunctions/*/*', ['_shared'], 'A function reaches no other, only _shared.'),
  ...serverFloors.map((floor, at) =>
    serverFolder(
      `cloudfunctions/_shared/${floor}/*`,
      serverFloors.slice(0, at),
      `_shared/${floor} imports only floors before it (eslint.config.ts, "serverFloors").`,
    ),
  ),
  border('emulator', [], [webSdk, nodeSdk]),
  border('sandbox', [], [webSdk, nodeSdk]),
  {
    files: ['src/cloudbase.ts', 'cloudfunctions/_shared/base/cloud.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
