import { deletableTemplateStatuses, type Template, templateEntity } from '#contract/template.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import { DuplicateButton, type DuplicateButtonProps } from '../../kit/action/DuplicateButton.tsx';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
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

export const TemplateDeleteButton = deleteButton<Template>(
  (t, { status, stats: { useCount: count } }) => [
    t('effect'),
    count > 0 && t('used', { count }),
    !deletableTemplateStatuses.includes(status) && t('online'),
  ],
);

/** The next allowed state of a template, in its list. */
export const TemplateStatusButton = (props: Pick<SetStatusButtonProps, 'variant'>) =>
  templateEntity.transitions[useRecord<Template>().status].map(status => (
    <SetStatusButton
      key={status}
      {...props}
      to={status}
      texts="resources.templates.publish"
      asks={status === 'offline'}
    />
  ));
