import { useState } from 'react';
import { SelectInput, useGetList, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { DEFAULT_POOL } from '#contract/apiKey.ts';
import type { ApiKeyRecord } from '../api-keys/parts.ts';

/** The existing pools with their number of working keys; read when the input is opened. */
export const KeyPoolInput = () => {
  const translate = useTranslate();
  const chosen = useWatch({ name: 'apiKeyPool' }) as string | undefined;
  const [asked, setAsked] = useState(false);
  const { data } = useGetList<ApiKeyRecord>(
    'api-keys',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'createTime', order: 'DESC' },
    },
    { enabled: asked },
  );
  const pools = [DEFAULT_POOL, chosen, ...(data ?? []).map(({ pool }) => pool)].filter(Boolean);
  const usable = (pool: string) =>
    data?.filter(key => key.pool === pool && key.status === 'active').length;
  return (
    <SelectInput
      source="apiKeyPool"
      choices={[...new Set(pools as string[])].map(pool => {
        const count = usable(pool);
        const state = `resources.templates.pool.${count ? 'usable' : 'none'}`;
        return { id: pool, name: count === undefined ? pool : translate(state, { pool, count }) };
      })}
      translateChoice={false}
      helperText="resources.templates.help.apiKeyPool"
      isRequired
      slotProps={{ select: { onOpen: () => setAsked(true) } }}
    />
  );
};
