import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '../deployment.ts';
import type { Part } from '../part.ts';

const MOST_NAMED = 5;

type Rules = Record<string, { invoke: boolean | string }>;

/**
 * Who may call a function from a client. Before the functions themselves: one that exists is never without its rule. The
 * platform keeps the rules of all functions as one text; those of other products stay.
 */
export const functionRulesPart = ({ cloud, release }: Deployment): Part => ({
  title: 'Function rules',
  plan: async () => {
    const { call, envId } = cloud;
    const param = { EnvId: envId, ResourceType: 'FUNCTION' };
    const { Rule } = await call<{ Rule?: string }>('tcb', 'DescribeSecurityRule', param);
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
      name => !isDeepStrictEqual(wanted[name], actual[name]),
    );
    if (different.length === 0) return [{ action: 'leave', name: 'rules of all functions' }];
    return [
      {
        action: Rule ? 'change' : 'create',
        name:
          different.length > MOST_NAMED
            ? `rules of ${different.length} functions`
            : `rules of ${different.join(', ')}`,
        run: async () =>
          void (await call('tcb', 'ModifySecurityRule', {
            ...param,
            AclTag: 'CUSTOM',
            Rule: JSON.stringify(wanted),
          })),
      },
    ];
  },
});
