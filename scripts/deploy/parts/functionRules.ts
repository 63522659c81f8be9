import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part } from '../part.ts';

const MOST_NAMED = 5;

type Rules = Record<string, { invoke: boolean | string }>;

/** The platform may answer the conditions of a rule in another order, and `true` as text. */
const normal = (rule: Rules[string] | undefined): string =>
  rule
    ? String(rule.invoke)
        .split('&&')
        .map(part => part.trim())
        .sort()
        .join(' && ')
    : '';

/**
 * Who may call a function from a client. Before the functions themselves: one that exists is never without its rule. The
 * platform keeps the rules of all functions as one text; those of other products stay.
 */
export const functionRulesPart = ({ cloud, release }: Deployment): Part => ({
  title: 'Function rules',
  plan: async () => {
    const Rule = await readRules(cloud);
    const actual = (Rule ? JSON.parse(Rule) : {}) as Rules;
    const declared: Rules = Object.fromEntries(
      release.functions.map(({ name, rule }) => [name, { invoke: rule }]),
    );
    const wanted: Rules = {
      // Functions without a rule of their own; the platform asks for it.
      '*': { invoke: 'auth != null' },
      ...actual,
      ...declared,
    };
    const different = Object.keys(wanted).filter(
      name => normal(wanted[name]) !== normal(actual[name]),
    );
    if (different.length === 0) return [{ action: 'leave', name: 'rules of all functions' }];
    return [
      {
        action: Rule ? 'change' : 'create',
        name:
          different.length > MOST_NAMED
            ? `rules of ${different.length} functions`
            : `rules of ${different.join(', ')}`,
        run: () => saveRules(cloud, JSON.stringify(wanted)),
      },
    ];
  },
});

/** The text of all functions' rules; undefined where none was ever set. */
const readRules = async ({ call, envId }: Cloud): Promise<string | undefined> => {
  const { Data } = await call<{ Data?: { PermissionList?: { SecurityRule?: string }[] | null } }>(
    'tcb',
    'DescribeResourcePermission',
    { EnvId: envId, ResourceType: 'function' },
  );
  return Data?.PermissionList?.[0]?.SecurityRule;
};

const saveRules = ({ call, envId }: Cloud, text: string): Promise<unknown> =>
  call('tcb', 'ModifyResourcePermission', {
    EnvId: envId,
    ResourceType: 'function',
    Permission: 'CUSTOM',
    SecurityRule: text,
  });
