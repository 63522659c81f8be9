import { deletableTemplateStatuses, type Template, templateEntity } from '#contract/template.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import { DuplicateButton, type DuplicateButtonProps } from '../../kit/action/DuplicateButton.tsx';
import { type RecordOf, useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { SetStatusButton, type SetStatusButtonProps } from '../../kit/list/SetStatusButton.tsx';

export const TemplateCopyButton = (props: Omit<DuplicateButtonProps, 'copy'>) => {
  const { invoke } = useDataProvider();
  return (
    <DuplicateButton
      {...props}
      copy={(id, idemKey) => invoke('adminTemplate', 'copyTemplate', { id, idemKey })}
    />
  );
};

export const TemplateDeleteButton = deleteButton(
  (t, { status, stats: { useCount: count } }: RecordOf<Template>) => [
    t('effect'),
    count > 0 && t('used', { count }),
    !deletableTemplateStatuses.includes(status) && t('online'),
  ],
);

/** The next allowed state of a template, in its list. */
export const TemplateStatusButton = (props: Pick<SetStatusButtonProps, 'variant'>) =>
  templateEntity.transitions[useRecord<RecordOf<Template>>().status].map(status => (
    <SetStatusButton
      key={status}
      {...props}
      to={status}
      texts="resources.templates.publish"
      asks={status === 'offline'}
    />
  ));
