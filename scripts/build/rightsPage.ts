import { decidesByInput, demandOf } from '#contract/actionRights.ts';
import { functions } from '#contract/index.ts';
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

const taken = (name: string, action: string): string => {
  if (decidesByInput(name, action)) return 'the input decides';
  const demand = demandOf(name, action);
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
  ...Object.entries(functions).flatMap(([name, actions]) =>
    Object.entries(actions)
      .filter(([, { access }]) => access === 'admin')
      .map(([action]) => row(`\`${name}.${action}\``, taken(name, action))),
  ),
];

/** `docs/rights.md`. */
export const rightsPage = (): string =>
  `# Rights

What each right opens, and who has it. Written by \`npm run generate\` from \`contract/rights/\` and
\`contract/actionRights.ts\`, checked by \`npm test\`; how they are checked is in [security.md](security.md#rights).

## Standard roles

${rolesTable().join('\n')}

## Actions

${actionsTable().join('\n')}
`;
