import type { Access, Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';

const notes: Record<Access, string> = { admin: '', visitor: ' (visitors)', public: ' (public)' };

const row = ([name, actions]: [string, Actions]) => {
  const [first, ...others] = new Set(Object.values(actions).map(({ access }) => access));
  /** Stands with the function where it holds for all of its actions. */
  const common = first && others.length === 0 ? notes[first] : '';
  const list = Object.entries(actions).map(
    ([action, { access }]) => `\`${action}\`${common ? '' : notes[access]}`,
  );
  return `| \`${name}\`${common} | ${list.join(', ')} |`;
};

/** The text of `docs/specification.md` with its table of functions and actions as the contract has them. */
export const withActionTable = (specification: string): string =>
  specification.replace(
    /(\| Function \| Actions \|\n\|---\|---\|\n)(?:\|.*\n)*/,
    (_table, head: string) =>
      `${head}${Object.entries<Actions>(functions)
        .map(one => `${row(one)}\n`)
        .join('')}`,
  );
