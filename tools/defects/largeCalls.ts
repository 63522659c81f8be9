import type { Defect } from './defect.ts';

const largeData = 'cloudfunctions/_shared/base/largeData.ts';
const largeDataTest = 'tests/functions/sweeps/largeData.test.ts';
const callSizes = 'tests/contract/callSizes.test.ts';
const invoke = 'tests/dataProvider/invoke.test.ts';

/** Calls that are too large for a body, and the limit itself. */
export const largeCalls: Defect[] = [
  {
    says: 'An administrator sends what another has put into storage.',
    file: largeData,
    find: 'owner === adminId &&',
    replace: 'owner !== undefined && adminId !== undefined &&',
    caughtBy: largeDataTest,
    title: 'no administrator names',
  },
  {
    says: 'The data of a call is read from any folder.',
    file: largeData,
    find: 'folder === FOLDER &&',
    replace: 'folder !== undefined &&',
    caughtBy: largeDataTest,
    title: 'is in no other folder',
  },
  {
    says: 'The data of a call is read to its end, however large.',
    file: largeData,
    find: 'await readUpTo(path, MAX_LARGE_DATA_BYTES)',
    replace: 'await readUpTo(path, 100 * MAX_LARGE_DATA_BYTES)',
    caughtBy: largeDataTest,
    title: 'is refused above 6 MB',
  },
  {
    says: 'The data of a call stays in storage.',
    file: largeData,
    find: 'await removeFiles([path])',
    replace: 'await removeFiles([])',
    caughtBy: largeDataTest,
    title: 'is as good as data in the call',
  },
  {
    says: 'Visitors name data in storage.',
    file: 'cloudfunctions/_shared/base/dispatcher.ts',
    find: 'if (!live) throw invalid({ dataPath: callSentences.unknownField });',
    replace: "if (!live) return takeData(path, path.split('/')[1] ?? '');",
    caughtBy: largeDataTest,
    title: 'is never taken from visitors',
  },
  {
    says: 'Data is measured in characters.',
    file: 'dataProvider/invoke.ts',
    find: 'return blob.size > MAX_DATA_BYTES ? blob : null;',
    replace: 'return json.length > MAX_DATA_BYTES ? blob : null;',
    caughtBy: invoke,
    title: 'is put into storage by',
  },
  {
    says: 'A visitor may fill in more than fits into a call.',
    file: 'contract/visitorTask.ts',
    find: 'const MOST_INPUT_BYTES = 90_000;',
    replace: 'const MOST_INPUT_BYTES = 900_000;',
    caughtBy: callSizes,
    title: 'for visitors and for all callers',
  },
  {
    says: 'A call of any size is taken.',
    file: 'emulator/functions/gateway.ts',
    find: 'readBody(exchange.req, CALL_BODY_LIMIT)',
    replace: 'readBody(exchange.req, 60 * CALL_BODY_LIMIT)',
    caughtBy: 'emulator/tests/conformance/functions.test.ts',
    title: 'up to 100 KB are accepted',
  },
  {
    says: "An administrator makes a cover of another's upload.",
    file: 'cloudfunctions/vodService/index.ts',
    find: 'openTicket(upload?.createBy?.adminId === adminId ? upload : null)',
    replace: "openTicket(adminId !== '' ? upload : null)",
    caughtBy: 'tests/functions/files/vodService.test.ts',
    title: 'is no picture of records',
  },
];
