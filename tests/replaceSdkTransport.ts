import { createRequire } from 'node:module';
import { type DocumentDatabase, PlatformError } from '#emulator/types.ts';

type Body = Record<string, unknown>;
type Requester = new (config: unknown) => { send(action: string, data?: Body): Promise<unknown> };

const here = createRequire(import.meta.url);
// The very modules of the SDK: what it builds requests with, and how it takes answers.
const sdk = createRequire(here.resolve('@cloudbase/node-sdk'));
const { Db } = sdk('@cloudbase/database') as { Db: { reqClass: Requester } };
const { processReturn } = sdk('./utils/utils') as { processReturn(result: unknown): never };

/** No undefined, no prototypes. Answers are made of fresh plain values already. */
const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as Body;

/** Performs one request, or not, and answers it, or not. */
export type Carry = (action: string, body: Body, carryOut: () => Promise<Body>) => Promise<Body>;

/**
 * From now on the SDK's requests to the database go straight to the local platform's database, without HTTP and
 * signatures; building requests and parsing answers is still done by the SDK.
 * @returns restores the way over HTTP
 */
export const replaceSdkTransport = (
  database: DocumentDatabase,
  carry: Carry = (_action, _body, carryOut) => carryOut(),
): (() => void) => {
  const before = Db.reqClass;
  let requests = 0;
  const answerTo = async (action: string, body: Body): Promise<Body> => {
    const requestId = `short-${(requests += 1)}`;
    try {
      return { requestId, ...(await database.handle(action, body)) };
    } catch (error) {
      if (error instanceof PlatformError)
        return { code: error.code, message: error.message, requestId };
      return { code: 'SYS_ERR', message: 'internal error', requestId };
    }
  };
  Db.reqClass = class {
    async send(action: string, data: Body = {}) {
      const body = overTheWire(data);
      const answer = await carry(action, body, () => answerTo(action, body));
      return answer['code'] ? processReturn(answer) : answer;
    }
  };
  return () => {
    Db.reqClass = before;
  };
};

/** All that `work` asks of the database passes through `carry`. */
export const carriedBy = async <T>(
  database: DocumentDatabase,
  carry: Carry,
  work: () => Promise<T>,
): Promise<T> => {
  const back = replaceSdkTransport(database, carry);
  try {
    return await work();
  } finally {
    back();
  }
};

/** As the SDK has it when nothing comes back in time. */
export const noAnswer = () =>
  Object.assign(new Error('request timeout'), { code: 'ESOCKETTIMEDOUT' });
