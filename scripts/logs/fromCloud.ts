import CloudBase from '@cloudbase/manager-node';
import { shanghaiTime } from '#contract/shanghai.ts';
import type { Environment } from '../shared/environment.ts';

/** The most that the log service answers at once. */
const PAGE = 100;

/**
 * What the log service of an environment holds of the functions' calls and problems, newest first.
 * @yields records as text
 * @throws where the log service is not switched on
 */
export async function* logsOf(
  { envId, region, secretId, secretKey, token }: Environment,
  minutes: number,
): AsyncGenerator<string> {
  const { log } = new CloudBase({ envId, region, secretId, secretKey, ...(token && { token }) });
  const off = 'The log service is off: switch it on in the console (日志监控), it is free.';
  if (!(await log.checkLogServiceEnabled())) throw new Error(off);
  const now = Date.now();
  const wanted = {
    // A word of each call's line, or of each problem's.
    queryString: '"outcome" OR "event"',
    StartTime: shanghaiTime(now - minutes * 60_000),
    EndTime: shanghaiTime(now),
    Limit: PAGE,
  };
  for (let Context = '', more = true; more;) {
    const { LogResults } = await log
      .searchClsLog({ ...wanted, ...(Context && { Context }) })
      .catch((error: unknown) => {
        // So the service says it, where the environment names a topic that is not there yet.
        throw /topic not exist/i.test(String(error)) ? new Error(off, { cause: error }) : error;
      });
    for (const { Content } of LogResults.Results ?? []) yield Content;
    more = !LogResults.ListOver && LogResults.Context !== Context;
    Context = LogResults.Context;
  }
}
