import { useRecordContext, useTranslate } from 'react-admin';
import { deletableTemplateStatuses, type Template } from '#contract/template.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/list/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const TemplateDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<Template>>();
  if (!record) return null;
  const { status, stats } = record;
  const facts = [
    translate('resources.templates.delete.effect'),
    ...(stats.useCount > 0
      ? [translate('resources.templates.delete.used', { count: stats.useCount })]
      : []),
    ...(deletableTemplateStatuses.includes(status)
      ? []
      : [translate('resources.templates.delete.online')]),
  ];
  return (
    <DeleteRecordButton
      {...props}
      facts={facts.map(fact => (
        <div key={fact}>{fact}</div>
      ))}
    />
  );
};
