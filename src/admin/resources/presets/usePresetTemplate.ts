import { useEffect } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Preset, PresetParams } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import type { PresetRules } from './presetRules.ts';

/** The template that a preset's form is made from; the form's rules hear of it. */
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
