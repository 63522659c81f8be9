import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { DEFAULT_POOL } from '#contract/apiKey.ts';
import { type TemplateEngine, templateEngines, templateOutputs } from '#contract/template.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  BooleanInput,
  choicesOf,
  MoneyInput,
  NumberInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import type { ApiKeyRecord } from '../api-keys/parts.ts';
import { GoodsState } from '../packages/parts.ts';

/** Who does the work, and what it costs the visitor. */
export const TemplateBillingInputs = () => (
  <>
    <FormSection name="generation">
      <TemplateEngineInputs />
      <TemplateRunInputs />
    </FormSection>
    <FormSection name="billing">
      <FormRow columns={3}>
        <NumberInput source="costCredits" />
        <MoneyInput source="priceFen" />
        <BooleanInput source="vipOnly" />
      </FormRow>
      <GoodsState kind="template" />
    </FormSection>
  </>
);

const choices = choicesOf(templateEngines);
/** Templates of earlier versions may have another one, which nothing carries out. */
const usable = choices.filter(({ id }) => id !== 'local');

/** The number that an engine knows the work by; the other engine's stays in the record. */
const TemplateEngineInputs = () => {
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  return (
    <FormRow>
      <SelectInput source="engine" choices={engine === 'local' ? choices : usable} isRequired />
      {engine === 'workflow' && <TextInput source="workflowId" />}
      {engine === 'ai_app' && <TextInput source="webappId" />}
      {engine !== 'local' && <KeyPoolInput />}
    </FormRow>
  );
};

/** What the image service is asked for; a local template asks it for nothing. */
const TemplateRunInputs = () => {
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  if (engine === 'local') return null;
  return (
    <>
      <FormRow columns={3}>
        <SelectInput source="outputType" choices={templateOutputs} isRequired />
        <NumberInput source="timeoutSec" />
        <BooleanInput source="largeMemory" />
      </FormRow>
      <FormRow>
        <TextInput source="model" />
        <TextInput source="modelNumber" />
      </FormRow>
    </>
  );
};

/** The existing pools with their number of working keys; read when the input is opened. */
const KeyPoolInput = () => {
  const translate = useTranslate();
  const chosen = useWatch({ name: 'apiKeyPool' }) as string | undefined;
  const [asked, setAsked] = useState(false);
  const { data } = useGetList<ApiKeyRecord>(
    'api-keys',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'createTime', order: 'DESC' },
    },
    { enabled: useCan()('api-keys.read') && asked },
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
      isRequired
      slotProps={{ select: { onOpen: () => setAsked(true) } }}
    />
  );
};
