import { readdirSync, readFileSync } from 'node:fs';

/** `/proc/<pid>/stat` behind the name, which may hold anything. */
const parentOf = (pid: string): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
};

const residentOf = (pid: string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Megabytes in memory of a process and its children; Linux only. */
export const memoryOf = (pid: number): number => {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const its = all.filter(name => {
    try {
      return Number(name) === pid || parentOf(name) === pid;
    } catch {
      return false; // It has ended meanwhile.
    }
  });
  return Math.round(its.reduce((sum, name) => sum + residentOf(name), 0));
};
