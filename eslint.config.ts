import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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
  message: 'Only cloudfunctions/_shared talks to the server SDK.',
};

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
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)',
          message: 'Write out what is spread.',
        },
      ],
    },
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
  border('cloudfunctions', ['contract'], [webSdk, nodeSdk]),
  border('emulator', [], [webSdk, nodeSdk]),
  border('sandbox', [], [webSdk, nodeSdk]),
  {
    files: ['src/cloudbase.ts', 'cloudfunctions/_shared/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
