import type { Defect } from './defect.ts';

const invoke = 'tests/dataProvider/invoke.test.ts';
const dataProvider = 'tests/dataProvider/dataProvider.test.ts';
const repeatedSave = 'tests/dataProvider/repeatedSave.test.ts';
const waitingSaves = 'tests/dataProvider/waitingSaves.test.ts';
const cloudbase = 'tests/dataProvider/cloudbase.test.ts';
const upload = 'tests/dataProvider/upload.test.ts';

/** Between the screens and the functions. */
export const providers: Defect[] = [
  {
    says: 'A refused token does not end the session.',
    file: 'dataProvider/invoke.ts',
    find: "code === 'ACCESS_TOKEN_INVALID' || String(message ?? '').includes('401')",
    replace: "code === 'ACCESS_TOKEN_INVALID' && message === null",
    caughtBy: invoke,
  },
  {
    says: 'Every −1 ends the session, whatever it says.',
    file: 'dataProvider/invoke.ts',
    find: '(/token/i.test(message) || message.includes(texts.authenticationMarker))',
    replace: '(message !== null || /token/i.test(texts.authenticationMarker))',
    caughtBy: invoke,
  },
  {
    says: 'A failure while signing in ends a session.',
    file: 'dataProvider/invoke.ts',
    find: 'refusesToken(error) && !signingIn.has(action)',
    replace: 'refusesToken(error)',
    caughtBy: invoke,
  },
  {
    says: 'The number 401 in a record signs out.',
    file: 'authProvider/authProvider.ts',
    find: '!(error instanceof ActionFailure) && refusesToken(error)',
    replace: 'refusesToken(error)',
    caughtBy: invoke,
  },
  {
    says: 'Sentences about fields do not reach the form.',
    file: 'dataProvider/invoke.ts',
    find: '...(fields && { errors: fields }),',
    replace: '',
    caughtBy: invoke,
  },
  {
    says: 'A failure without a message says nothing.',
    file: 'dataProvider/invoke.ts',
    find: 'super(message || texts.operationFailed);',
    replace: "super(message ?? '');",
    caughtBy: invoke,
  },
  {
    says: 'A password is changed without the token.',
    file: 'dataProvider/invoke.ts',
    find: "{ action, source: 'admin', data: { ...data, token } }",
    replace: "{ action, source: 'admin', data }",
    caughtBy: invoke,
  },
  {
    says: 'Fields that only the server writes are sent.',
    file: 'dataProvider/dataProvider.ts',
    find: 'keys.filter(key => data[key] !== undefined).map(key => [key, data[key]])',
    replace: 'Object.keys(data).map(key => [key, data[key], keys] as const)',
    caughtBy: dataProvider,
  },
  {
    says: 'A list is asked for more than the server gives.',
    file: 'dataProvider/dataProvider.ts',
    find: 'Math.min(pagination.perPage, MAX_PAGE_SIZE)',
    replace: 'pagination.perPage',
    caughtBy: dataProvider,
  },
  {
    says: 'Empty filters are sent.',
    file: 'dataProvider/dataProvider.ts',
    find: "value !== undefined && value !== null && value !== ''",
    replace: 'value !== undefined',
    caughtBy: dataProvider,
  },
  {
    says: 'A save that arrived without an answer is a conflict with itself.',
    file: 'dataProvider/sameValue.ts',
    find: 'text.trim() || null',
    replace: 'text',
    caughtBy: repeatedSave,
  },
  {
    says: 'A deletion that arrived without an answer fails when repeated.',
    file: 'dataProvider/dataProvider.ts',
    find: 'if (failedWith(error, codes.notFound)) return;',
    replace: '',
    caughtBy: repeatedSave,
  },
  {
    says: 'A save that the server refused is sent again.',
    file: 'dataProvider/waitingSaves.ts',
    find: 'if (!isLost(error) || !isOffline()) throw error;',
    replace: 'if (!isLost(error)) throw error;',
    caughtBy: waitingSaves,
  },
  {
    says: 'A cancelled save is sent when the network is back.',
    file: 'dataProvider/waitingSaves.ts',
    find: "signal.addEventListener('abort', () => reject(new SaveCancelled()));",
    replace: "signal.addEventListener('abort', () => void reject);",
    caughtBy: waitingSaves,
    title: 'can be cancelled',
  },
  {
    says: 'People read what the platform said.',
    file: 'src/cloudbase.ts',
    find: "code === 'NETWORK' ? texts.networkFailed : texts.noResult",
    replace: "code === 'NETWORK' ? texts.networkFailed : text",
    caughtBy: cloudbase,
  },
  {
    says: 'A refusal of our own function looks like a failure of the platform.',
    file: 'src/cloudbase.ts',
    find: "if (typeof code === 'number') return answer;",
    replace: '',
    caughtBy: cloudbase,
  },
  {
    says: 'A call that is never answered waits for ever.',
    file: 'src/cloudbase.ts',
    find: "reject(new PlatformFailure('TIMEOUT', texts.networkFailed)), ms)",
    replace: "reject(new PlatformFailure('TIMEOUT', texts.networkFailed)), ms * 1_000)",
    caughtBy: cloudbase,
    title: 'never answered',
  },
  {
    says: 'Each of several refused calls makes a visitor of its own.',
    file: 'src/cloudbase.ts',
    find: '(signingIn ??= signIn(',
    replace: '(signingIn = signIn(',
    caughtBy: cloudbase,
    title: 'refused together',
  },
  {
    says: 'An upload that was cut off keeps its ticket.',
    file: 'dataProvider/upload.ts',
    find: 'if (!(error instanceof SignedOutError)) {',
    replace: 'if (error === undefined) {',
    caughtBy: upload,
  },
  {
    says: 'A hundred pictures are signed in one call.',
    file: 'src/shared/signedUrls.ts',
    find: 'MAX_SIGNED_URLS_PER_CALL',
    at: 3,
    replace: '(2 * MAX_SIGNED_URLS_PER_CALL)',
    caughtBy: 'tests/shared/signedUrls.test.ts',
  },
];
