import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The borders of the house, by layer, so the list never grows with features.
 * A layer names the folders it must not reach; both relative paths and `#layer/` imports are caught.
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

const border = (
  layer: string,
  mayReach: string[],
  more: { regex: string; message: string }[] = [],
): Linter.Config => ({
  files: [`${layer}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...layers
            .filter(other => other !== layer && !mayReach.includes(other))
            .map(other => ({
              regex: `^(#${other}/|(\\.\\./)+${other}(/|$))`,
              message: `${layer} must not import ${other} (README, "The house").`,
            })),
          ...more,
        ],
      },
    ],
  },
});

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
  'vod',
  'wechatPay',
  'templates',
  'admins',
  'users',
  'prints',
  'orders',
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

export default tseslint.config(
  { ignores: ['dist/**', '.data/**', '.tmp/**', 'node_modules/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-restricted-syntax': ['error', noSpreadLiteral],
    },
  },
  {
    files: ['cloudfunctions/**/*.ts'],
    ignores: ['audit', 'changeRecord', 'transaction', 'repository'].map(
      name => `cloudfunctions/_shared/base/${name}.ts`,
    ),
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral, ...oneWayToChange] },
  },
  {
    // Where there are components and hooks: these rules compile every function they see.
    files: ['src/**/*.{ts,tsx}', 'tests/screens/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  border(
    'contract',
    [],
    [{ regex: '^(?!zod(/|$)|\\.{1,2}/)', message: 'contract depends on zod and nothing else.' }],
  ),
  border('src', ['contract', 'dataProvider', 'authProvider', 'i18n'], [webSdk, nodeSdk]),
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
