import { useNotify } from 'react-admin';
import { type Template, templateEntity, type TemplateStatus } from '#contract/template.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { useSetField } from '../../kit/list/useSetField.ts';

/** Moves a template to its next allowed states; a refusal shows the server's message. */
export const useTemplateStatus = (template: RecordOf<Template>) => {
  const notify = useNotify();
  const [setField, isPending] = useSetField();
  const changeTo = (status: TemplateStatus, onError?: (error: ActionFailure) => void) =>
    setField(
      template,
      { field: 'status', value: status },
      {
        onSuccess: () =>
          notify(`resources.templates.publish.${status}Done`, {
            type: 'success',
            messageArgs: { name: template.name },
          }),
        onError: error => {
          notify(error.message, { type: 'error' });
          onError?.(error as ActionFailure);
        },
      },
    );
  return { next: templateEntity.transitions[template.status], changeTo, isPending };
};
