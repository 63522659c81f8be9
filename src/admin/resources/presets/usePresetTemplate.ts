import { useEffect } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Preset, PresetParams } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import type { PresetRules } from './presetRules.ts';

/** The template whose inputs make the preset's form; also passed to the form's rules. */
export const usePresetTemplate = (rules: PresetRules) => {
  const id = useWatch({ name: 'templateId' }) as string | null | undefined;
  const stored = useRecordContext<RecordOf<Preset>>()?.params as PresetParams | undefined;
  const { data, isFetching } = useGetOne<RecordOf<Template>>(
    'templates',
    { id: id ?? '' },
    { enabled: Boolean(id), retry: false },
  );
  const template = data?.id === id ? data : undefined;
  useEffect(() => {
    if (template) rules.know(template.inputs, stored);
  }, [rules, template, stored]);
  return { template, isPending: isFetching && !template };
};
