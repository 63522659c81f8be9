import { type ApiKey, DEFAULT_POOL } from '#contract/apiKey.ts';
import type { Template } from '#contract/template.ts';
import { templatePublishRules } from '#contract/templatePublishing.ts';
import { _ } from '../base/cloud.ts';
import { toQuery } from '../base/listing.ts';
import { type Query, repository } from '../base/repository.ts';

/** Separate from the keys, so that functions asking for usable pools need no secrets. */
const keys = repository<ApiKey>('apiKeys');
const MOST_KEYS = 1_000;

export const poolsOf = (working: Pick<ApiKey, 'pool'>[]) => [
  ...new Set(working.map(({ pool }) => pool ?? DEFAULT_POOL)),
];

/** The pools with a usable key. Queried whenever needed and never stored, so never stale. */
export const usablePools = async (): Promise<string[]> =>
  poolsOf(await keys.find({ status: 'active' }, { limit: MOST_KEYS, fields: ['pool'] }));

/** Whether a template can run. `pools` are the usable ones. */
export const hasUsableKey = (
  { engine, apiKeyPool }: Pick<Template, 'engine' | 'apiKeyPool'>,
  pools: string[],
): boolean => engine === 'local' || pools.includes(apiKeyPool ?? DEFAULT_POOL);

/** What a template lacks, by field, with the key that its pool does not have. */
export const withMissingKey = (
  missing: Record<string, string>,
  template: Pick<Template, 'engine' | 'apiKeyPool'>,
  pools: string[],
): Record<string, string> => {
  const { apiKeyPool } = templatePublishRules;
  return hasUsableKey(template, pools) ? missing : { ...missing, apiKeyPool };
};

/** The template as answered. */
export const withKeyState =
  (pools: string[]) =>
  (template: Template): Template => ({ ...template, hasUsableKey: hasUsableKey(template, pools) });

type Filter = Record<string, unknown>;
const asked = (value: unknown, all: string[]) => [value ?? all].flat() as string[];

/** Narrows the filter of the templates' list to those that can be suspended: online and needing a key. */
export const mayBeSuspended = ({ status, engine, ...filter }: Filter): Filter => ({
  ...filter,
  status: asked(status, ['online']).filter(one => one === 'online'),
  engine: asked(engine, ['workflow', 'ai_app']).filter(one => one !== 'local'),
});

/** In a pool without a usable key. Old records without a pool belong to the default pool. */
export const withoutKey = (pools: string[]): Query => ({
  apiKeyPool: _.nin(pools.includes(DEFAULT_POOL) ? [...pools, null] : pools),
});

/** The filter of the list, including `suspended`. */
export const templateQuery = ({ suspended, ...filter }: Filter, pools: string[]): Query =>
  suspended ? { ...toQuery(mayBeSuspended(filter)), ...withoutKey(pools) } : toQuery(filter);
