import { each } from './cloud.ts';
import { isChange, type Part, type Step } from './part.ts';

export interface Planned {
  title: string;
  steps: Step[];
}

export const planAll = async (parts: Part[]): Promise<Planned[]> => {
  const planned: Planned[] = [];
  for (const { title, plan, again } of parts)
    if (!again) planned.push({ title, steps: await plan() });
  return planned;
};

export const changesOf = (planned: Planned[]): Step[] =>
  planned.flatMap(({ steps }) => steps.filter(isChange));

export const manualIn = (planned: Planned[]): Step[] =>
  planned.flatMap(({ steps }) => steps.filter(({ action }) => action === 'manual'));

/**
 * In their order. Each is compared once more just before, with what the ones before it have made.
 * @param confirm called before each step; ends everything where it throws
 */
export const carryOut = async (
  parts: Part[],
  log: (line: string) => void,
  confirm: () => Promise<void>,
): Promise<void> => {
  for (const part of parts) {
    const steps = (await part.plan()).filter(isChange);
    if (steps.length === 0) continue;
    log(`${part.title}: ${steps.length} to do`);
    const run = async ({ name, run: work }: Step) => {
      // It waits for what others do first.
      if (!work) return;
      await confirm();
      await work();
      log(`  done: ${name}`);
    };
    await each(
      steps.filter(({ alone }) => !alone),
      run,
    );
    for (const step of steps.filter(({ alone }) => alone)) await run(step);
  }
};

const marks = { create: '+', change: '~', leave: ' ', manual: '!' } as const;

/** A plan as text: what is to be made (+), changed (~) or done by a person (!); what stays is counted. */
export const describe = (planned: Planned[]): string[] =>
  planned.flatMap(({ title, steps }) => {
    const shown = steps.filter(step => step.action !== 'leave' || step.why);
    const same = steps.length - shown.length;
    return [
      `${title}${same > 0 ? ` (${same} as they should be)` : ''}`,
      ...shown.map(({ action, name, why }) => `  ${marks[action]} ${name}${why ? `: ${why}` : ''}`),
    ];
  });
