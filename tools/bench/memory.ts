import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `/proc/<pid>/stat` behind the name, which may hold anything. */
const parentOf = (pid: string): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
};

/** Processes that it has started and that run now. */
const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter(its => {
    try {
      return /^\d+$/.test(its) && parentOf(its) === pid;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });

const residentOf = (pid: string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The script that it runs, without its extension. */
const nameOf = (pid: string): string => {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return path.parse(words.find(word => /\.[cm]?[jt]s$/.test(word)) ?? words[0] ?? '').name;
};

/** Megabytes in memory of a process and its children, by script and number: `worker 2`. Linux only. */
export const memoryOf = (pid: number): Record<string, number> => {
  const counts = new Map<string, number>();
  const megabytes: Record<string, number> = {};
  for (const its of [String(pid), ...childrenOf(pid)]) {
    try {
      const name = nameOf(its);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      megabytes[count === 1 ? name : `${name} ${count}`] = Math.round(residentOf(its));
    } catch {
      // It has ended meanwhile.
    }
  }
  return megabytes;
};
