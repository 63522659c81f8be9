import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { avoidedWords } from './tests/docs/avoidedWords.ts';
import { replacing, replacingScreens } from './tests/replacing.ts';
import { testFolders } from './tests/testFolders.ts';

const noSpreadLiteral = {
  selector:
    ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write out what is spread.',
};

/** A browser tells nothing of a text that is no number, and the wheel changes it. */
const noNativeNumber = {
  selector:
    'JSXAttribute[name.name="type"][value.value=/^(number|date|datetime-local|month|week)$/]',
  message: 'Use TypedField, or text with `numberIn`.',
};

const noPlainLink = {
  selector: 'JSXOpeningElement[name.name="Link"] > JSXAttribute[name.name="to"]',
  message:
    'A link of the router is in the browser’s blue: use PageLink, or a part with component={Link}.',
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

/** The simulation's clock is behind `Date.now()`, and one seed tells one story. */
const oneClock = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Ask Date.now(), which tests can set.',
};
const ofEveryFunction = [noSpreadLiteral, oneClock, ...noSentence];

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
    files: ['{scripts,tools}/**/*.js'],
    rules: { 'no-undef': 'off' },
  },
  { rules: { 'no-warning-comments': ['error', { terms: avoidedWords, location: 'anywhere' }] } },
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
    files: ['src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral, noNativeNumber, noPlainLink] },
  },
  {
    files: ['**/*.{ts,tsx}', '{scripts,tools}/**/*.js'],
    plugins: { 'import-sort': importSort },
    rules: { 'import-sort/imports': ['error', { groups: [importOrder] }] },
  },
  {
    files: ['cloudfunctions/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...ofEveryFunction, ...oneWayToChange, oneWayToStore],
    },
  },
  {
    files: ['cloudfunctions/_shared/base/storage.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...ofEveryFunction, ...oneWayToChange],
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
    rules: { 'no-restricted-syntax': ['error', ...ofEveryFunction, oneWayToStore] },
  },
  {
    // Names and values of columns in the bills of WeChat Pay.
    files: ['cloudfunctions/_shared/reconciliation/tradeBill.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noSpreadLiteral,
        oneClock,
        ...oneWayToChange,
        oneWayToStore,
      ],
    },
  },
  {
    // Where there are components and hooks: these rules compile every function they see.
    files: ['src/**/*.{ts,tsx}', 'tests/screens/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: testFolders.map(folder => `${folder}/**/*.{ts,tsx}`),
    ignores: [...replacing, ...replacingScreens],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map(property => ({
          object: 'vi',
          property,
          message: 'Tests that replace modules are listed in tests/replacing.ts.',
        })),
        ...['it', 'describe'].map(object => ({
          object,
          property: 'runIf',
          message:
            'Skipped tests fail `npm test`: what runs in depth only stands in *.deep.test.ts.',
        })),
      ],
    },
  },
);
