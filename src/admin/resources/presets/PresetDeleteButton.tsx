import { useRecordContext, useTranslate } from 'react-admin';
import type { Preset } from '#contract/preset.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/list/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const PresetDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<Preset>>();
  if (!record) return null;
  const t = (key: string, options?: object) =>
    translate(`resources.templates/presets.delete.${key}`, options);
  const facts = [
    t('effect'),
    record.isDefault && t('default'),
    record.useCount > 0 && t('used', { count: record.useCount }),
  ].filter(fact => fact !== false);
  return (
    <DeleteRecordButton
      {...props}
      facts={facts.map(fact => (
        <div key={fact}>{fact}</div>
      ))}
    />
  );
};
