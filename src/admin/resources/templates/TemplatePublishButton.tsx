import { Button, Tooltip } from '@mui/material';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { type Template, templateEntity, type TemplateStatus } from '#contract/template.ts';
import {
  missingSentence,
  missingToPublish,
  templatePublishRules,
} from '#contract/templatePublishing.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useSetField } from '../../kit/list/useSetField.ts';

/** Publishes what is saved. What prevents it is listed, and shown beside the fields. */
export const TemplatePublishButton = () => {
  const template = useRecord<Template>();
  const t = useTexts('resources.templates.publish');
  const mayPublish = useCan()('templates.write');
  const notify = useNotify();
  const { setError, setFocus, control } = useFormContext();
  const { dirtyFields } = useFormState({ control });
  const { next, changeTo, isPending } = useTemplateStatus(template);
  const [asking, setAsking] = useState(false);
  const unsaved = Object.keys(dirtyFields).length > 0;
  const { name } = template;

  /** The trial is no field: the checklist names it. */
  const showErrors = ({ trial: _, ...errors }: Record<string, string>) => {
    for (const [field, message] of Object.entries(errors)) setError(field, { message });
    const [first] = Object.keys(errors);
    if (first) setFocus(first);
  };
  const choose = (status: TemplateStatus) => {
    if (unsaved) return notify('resources.templates.publish.saveFirst', { type: 'warning' });
    if (status === 'offline') return setAsking(true);
    const missing = {
      ...missingToPublish(template),
      ...(template.hasUsableKey === false && { apiKeyPool: templatePublishRules.apiKeyPool }),
    };
    if (Object.keys(missing).length > 0) {
      showErrors(missing);
      return notify(missingSentence(missing), { type: 'warning' });
    }
    void changeTo(status, ({ body }) => showErrors(body?.errors ?? {}));
  };
  if (!mayPublish) return null;
  return (
    <>
      {next.map(status => (
        <Tooltip key={status} title={unsaved ? t('saveFirst') : ''}>
          <Button
            variant="outlined"
            loading={isPending}
            onClick={() => choose(status)}
            aria-label={t(`${status}Of`, { name })}
            sx={
              status === 'online'
                ? { borderColor: 'success.main', color: 'success.main' }
                : undefined
            }
          >
            {t(status)}
          </Button>
        </Tooltip>
      ))}
      <Confirm
        isOpen={asking}
        title="resources.templates.publish.confirm"
        titleTranslateOptions={{ name }}
        content="resources.templates.publish.confirmText"
        confirm="resources.templates.publish.offline"
        onConfirm={() => {
          setAsking(false);
          void changeTo('offline');
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
};

/** Moves a template to its next allowed states; a refusal shows the server's message. */
const useTemplateStatus = (template: RecordOf<Template>) => {
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
