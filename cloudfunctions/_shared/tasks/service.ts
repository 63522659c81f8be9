import { type ApiKey, DEFAULT_POOL } from '#contract/apiKey.ts';
import type { Template } from '#contract/template.ts';
import { _ } from '../base/cloud.ts';
import { toQuery } from '../base/listing.ts';
import { type Query, repository } from '../base/repository.ts';

/** Apart from the keys themselves: who asks which pools work has nothing to do with secrets. */
const keys = repository<ApiKey>('apiKeys');
const MOST_KEYS = 1_000;

export const poolsOf = (working: Pick<ApiKey, 'pool'>[]) => [
  ...new Set(working.map(({ pool }) => pool ?? DEFAULT_POOL)),
];

/** The pools in which a key works. Asked for whenever it matters and never stored, so it is never stale. */
export const usablePools = async (): Promise<string[]> =>
  poolsOf(await keys.find({ status: 'active' }, { limit: MOST_KEYS, fields: ['pool'] }));

/** Whether a template can run with the keys there are. `pools` are the usable ones. */
export const hasUsableKey = (
  { engine, apiKeyPool }: Pick<Template, 'engine' | 'apiKeyPool'>,
  pools: string[],
): boolean => engine === 'local' || pools.includes(apiKeyPool ?? DEFAULT_POOL);

/** The template as it is answered. */
export const withKeyState =
  (pools: string[]) =>
  (template: Template): Template => ({ ...template, hasUsableKey: hasUsableKey(template, pools) });

type Filter = Record<string, unknown>;
const asked = (value: unknown, all: string[]) => [value ?? all].flat() as string[];

/** A filter of the templates' list narrowed to what can be suspended at all: what is online and needs a key. */
export const mayBeSuspended = ({ status, engine, ...filter }: Filter): Filter => ({
  ...filter,
  status: asked(status, ['online']).filter(one => one === 'online'),
  engine: asked(engine, ['workflow', 'ai_app']).filter(one => one !== 'local'),
});

/**
 * In no pool with a usable key. A record from before there were pools is in the default one, and stands for it by
 * having none.
 */
export const withoutKey = (pools: string[]): Query => ({
  apiKeyPool: _.nin(pools.includes(DEFAULT_POOL) ? [...pools, null] : pools),
});

/** What the list's filter asks for, with `suspended` among it. */
export const templateQuery = ({ suspended, ...filter }: Filter, pools: string[]): Query =>
  suspended ? { ...toQuery(mayBeSuspended(filter)), ...withoutKey(pools) } : toQuery(filter);
