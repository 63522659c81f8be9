import type { Defect } from './defect.ts';

const build = 'tests/functions/base/build.test.ts';
const references = 'tests/docs/references.test.ts';
const zh = 'tests/i18n/zh.test.ts';

/** What is wrong in the sources themselves: texts, references, borders, sizes. */
export const sources: Defect[] = [
  {
    says: 'A sentence is missing in Chinese.',
    file: 'i18n/zh/reactAdmin.ts',
    find: "add: '添加',",
    replace: 'add: undefined,',
    caughtBy: zh,
  },
  {
    says: 'A label is in English.',
    file: 'contract/category.ts',
    find: "field.picture('封面图')",
    replace: "field.picture('Cover picture')",
    caughtBy: zh,
  },
  {
    says: 'A filter of an export has no label.',
    file: 'contract/order.ts',
    find: "uploadStatus: '发货同步',",
    replace: '',
    caughtBy: 'tests/i18n/labels.test.ts',
  },
  {
    says: 'The audit log has no word for an action.',
    file: 'contract/sentences/auditLogs.ts',
    find: "addNote: '添加用户备注',",
    replace: '',
    caughtBy: 'tests/wiring.test.ts',
    title: 'has words in the audit log',
  },
  {
    says: 'A text has a word that the list of words rejects.',
    file: 'i18n/zh/activationCodes.ts',
    find: "action: '导出激活码',",
    replace: "action: '导出卡密',",
    caughtBy: 'tests/i18n/terms.test.ts',
  },
  {
    says: 'The audit log calls the end of an account a ban.',
    file: 'contract/sentences/auditLogs.ts',
    find: "status_deleted: '注销账号',",
    replace: "status_deleted: '停用账号',",
    caughtBy: 'tests/i18n/auditWords.test.ts',
  },
  {
    says: 'A page of the documentation links to nothing.',
    file: 'docs/README.md',
    find: '(specification.md)',
    replace: '(specifications.md)',
    caughtBy: references,
  },
  {
    says: 'A comment names a file that is gone.',
    file: 'contract/collections.ts',
    find: '`cloudfunctions/_shared/base/locks.ts`',
    replace: '`cloudfunctions/_shared/base/lock.ts`',
    caughtBy: references,
  },
  {
    says: 'The specification does not know an action.',
    file: 'docs/specification.md',
    find: '`getCategories`',
    at: 1,
    replace: '`getAllCategories`',
    caughtBy: 'tests/wiring.test.ts',
  },
  {
    says: 'The example of an action is refused.',
    file: 'contract/visitor.ts',
    find: "example: { id: 'tpl_0001' }",
    replace: "example: { id: 'tpl_none' }",
    caughtBy: 'tests/functions/sweeps/examples.test.ts',
    title: 'appTemplate',
  },
  {
    says: 'The deployed configuration is another one than the declared.',
    file: 'scripts/build/platform.ts',
    find: '= { memory: 256, timeout: 10,',
    replace: '= { memory: 512, timeout: 10,',
    caughtBy: 'tests/wiring.test.ts',
    title: 'cloudbaserc.json',
  },
  {
    says: 'A function bundles a library that it does not need.',
    file: 'cloudfunctions/systemSettings/index.ts',
    find: 'import { mergeSystemSettings }',
    replace:
      "import everything from 'typescript';\nvoid everything;\nimport { mergeSystemSettings }",
    caughtBy: build,
    title: 'the bundles',
  },
  {
    says: 'An export is used by nobody.',
    file: 'emulator/clock.ts',
    find: 'export ',
    at: 1,
    replace: 'export const nobodyUsesIt = 1;\nexport ',
    caughtBy: 'knip',
  },
  {
    says: 'Two files import each other.',
    file: 'dataProvider/sameValue.ts',
    find: '/** Whether two values are equal',
    replace:
      "import { saveKey } from './dataProvider.ts';\n\nexport const key = saveKey;\n\n/** Whether two values are equal",
    caughtBy: 'borders',
  },
  {
    says: 'Two resources import each other.',
    file: 'src/admin/resources/user-link/parts.ts',
    find: 'export { UserName }',
    replace: "export { OwnedTask } from '../tasks/parts.ts';\nexport { UserName }",
    caughtBy: 'borders',
  },
  {
    says: 'A file is imported in a circle, later.',
    file: 'dataProvider/putBytes.ts',
    find: 'export const putBytes',
    replace: "export const later = () => import('./invoke.ts');\n\nexport const putBytes",
    caughtBy: 'borders',
  },
  {
    says: 'A resource reaches into another, later.',
    file: 'src/admin/resources/dashboard/Dashboard.tsx',
    find: 'export const Dashboard ',
    replace:
      "export const later = () => import('../tasks/TaskFigures.tsx');\n\nexport const Dashboard ",
    caughtBy: 'borders',
  },
  {
    says: 'The contract imports the functions.',
    file: 'contract/day.ts',
    find: 'import ',
    at: 1,
    replace: "import '#cloudfunctions/_shared/base/ids.ts';\n\nimport ",
    caughtBy: 'borders',
  },
  {
    says: 'A function raises a version itself.',
    file: 'cloudfunctions/adminUser/tags.ts',
    find: 'const patch = { tags: [...new Set(tags)] };',
    replace: 'const patch = { tags: [...new Set(tags)], rev: before.rev + 1 };',
    caughtBy: 'eslint',
  },
  {
    says: 'A function words what people read itself.',
    file: 'cloudfunctions/adminUser/index.ts',
    find: 'throw stateNotAllowed(userSentences.noPhone)',
    replace: "throw stateNotAllowed('用户没有手机号')",
    caughtBy: 'eslint',
  },
  {
    says: 'A promise is forgotten.',
    file: 'cloudfunctions/appUser/index.ts',
    find: 'await logUser(',
    replace: 'logUser(',
    caughtBy: 'oxlint',
  },
];
