import { execFileSync } from 'node:child_process';
import { median } from './quantile.ts';

/** The platform gives processor time in proportion to memory; that a whole core comes with so many MB is assumed. */
const MEMORY_OF_A_CORE = 1_536;

/** As in the cloud, where the SDK need not ask where it is; one that refuses to start without its secrets has loaded. */
const script = (file: string) => `
  const [clock, used] = [performance.now(), process.cpuUsage()];
  try { require(${JSON.stringify(file)}); } catch {}
  const sum = ({ user, system }) => (user + system) / 1000;
  console.log(JSON.stringify([performance.now() - clock, sum(process.cpuUsage(used)), sum(process.cpuUsage())]));`;

/** What a fresh Node takes for a built function, medians of five; processor time is hardly changed by other load. */
export const coldStart = (file: string, memory: number) => {
  const env = { TENCENTCLOUD_RUNENV: 'SCF', TENCENTCLOUD_REGION: 'here', SCF_NAMESPACE: 'here' };
  const runs = Array.from({ length: 5 }, () => {
    const output = execFileSync(process.execPath, ['-e', script(file)], { env, encoding: 'utf8' });
    return JSON.parse(output) as [clock: number, load: number, whole: number];
  });
  const of = (at: 0 | 1 | 2) => median(runs.map(run => run[at]));
  // Node's own start included.
  const modelled = of(2) / Math.min(1, memory / MEMORY_OF_A_CORE);
  return { clock: of(0), load: of(1), modelled };
};
