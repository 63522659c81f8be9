import type { Action, Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { decidesByInput, demandOf } from '#contract/rights/demands.ts';
import { effects } from '#contract/rights/effects.ts';
import { type Area, areas } from '#contract/rights/rights.ts';
import { standardRoles } from '#contract/rights/roles.ts';

const named = Object.values(standardRoles);
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** Each right, and the standard roles that have it. */
const rolesTable = (): string[] => [
  row('Right', 'Reads', ...named.map(({ name }) => name)),
  row('---', '---', ...named.map(() => ':-:')),
  ...(Object.keys(areas) as Area[]).flatMap(area =>
    Object.entries(areas[area].rights).map(([word, label]) => {
      const right = `${area}.${word}`;
      const held = named.map(({ rights }) =>
        (rights as readonly string[]).includes(right) ? '✓' : '',
      );
      return row(`\`${right}\``, `${areas[area].label}：${label}`, ...held);
    }),
  ),
];

const taken = (title: string, definition: Action): string => {
  if (decidesByInput(definition)) return 'the input decides';
  const demand = demandOf(definition);
  if (demand === undefined)
    throw new Error(`${title} takes no right: name one in its declaration.`);
  if (demand === null) return 'none: the own account, or decided by what is found';
  const all = Array.isArray(demand) ? demand : [demand];
  return all
    .map(one =>
      typeof one === 'string'
        ? `\`${one}\``
        : one.anyOf.map((right: string) => `\`${right}\``).join(' or '),
    )
    .join(' and ');
};

/** Each action of administrators, and what it takes. */
const actionsTable = (): string[] => [
  row('Action', 'Takes'),
  row('---', '---'),
  ...Object.entries<Actions>(functions).flatMap(([name, actions]) =>
    Object.entries(actions)
      .filter(([, { access }]) => access === 'admin')
      .map(([action, definition]) => {
        const title = `${name}.${action}`;
        return row(`\`${title}\``, taken(title, definition));
      }),
  ),
];

const effectsTable = (): string[] => [
  row('Effect', 'Action', 'Takes'),
  row('---', '---', '---'),
  ...Object.entries(effects).flatMap(([effect, actions]) =>
    Object.entries(actions).map(([title, right]) => row(effect, `\`${title}\``, `\`${right}\``)),
  ),
];

/** `docs/rights.md`. */
export const rightsPage = (): string =>
  `# Rights

What each right opens, and who has it. Written by \`npm run generate\` from \`contract/rights/\` and the declarations
of the actions, checked by \`npm test\`; how they are checked is in [security.md](security.md#rights).

## Standard roles

${rolesTable().join('\n')}

## Effects

What actions do beside changing a record, and what that takes: where another right opens the action, it is decided on what is
found (\`contract/rights/effects.ts\`). Money goes back only by \`orders.refund\`, within its limits; what is beyond them, or asked
for without the right, waits for approval or is refused. Money of a task that the service itself could not make goes back by
itself, as that of an account that is deleted. Credits and days count against the limits of the role, given, returned or
taken away, and also against those of whom made the account or set its password.

${effectsTable().join('\n')}

## Actions

${actionsTable().join('\n')}
`;
