import { DEFAULT_POOL } from '#contract/apiKey.ts';
import type { Template } from '#contract/template.ts';
import { _ } from '../cloud.ts';
import type { Query } from '../repository.ts';

/** Whether a template can run with the keys there are. `pools` are the usable ones. */
export const hasUsableKey = (
  { engine, apiKeyPool }: Pick<Template, 'engine' | 'apiKeyPool'>,
  pools: string[],
): boolean => engine === 'local' || pools.includes(apiKeyPool ?? DEFAULT_POOL);

/** The template as it is answered. */
export const withKeyState =
  (pools: string[]) =>
  (template: Template): Template => ({ ...template, hasUsableKey: hasUsableKey(template, pools) });

/**
 * The templates that are online and cannot run for want of a key. A record from before there were pools is in the
 * default one, and stands for it by having none.
 */
export const suspendedIn = (pools: string[]): Query => ({
  status: 'online',
  engine: _.neq('local'),
  apiKeyPool: _.nin(pools.includes(DEFAULT_POOL) ? [...pools, null] : pools),
});
