import { Box } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Form,
  type RaRecord,
  useEvent,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useSaveContext,
  useTranslateLabel,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { codes } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { editPath } from '../base/hooks.ts';
import { type Conflict, ConflictDialog } from './ConflictDialog.tsx';
import { draftKey, removeDraft } from './drafts.ts';
import { FormDraft } from './FormDraft.tsx';
import { FormTyping, type Typing } from './FormTyping.tsx';
import { compareVersions } from './mergeVersions.ts';
import { SaveBar } from './SaveBar.tsx';
import {
  type FieldKinds,
  renderersOf,
  type ValueRenderers,
  VersionContext,
} from './VersionValue.tsx';
import { validateWith } from './zodValidation.ts';

type Values = Record<string, unknown>;

/** What a form needs to know of an entity: its rules, its defaults, and what kind each field is of. */
export interface FormEntity {
  inputs: z.ZodRawShape;
  defaults: Values;
  fields: Readonly<Record<string, FieldKinds>>;
}

/** Whether a field takes any words; everything else is chosen as it reads: by label, by name, by picture. */
export const takesWords = (entity: Pick<FormEntity, 'fields'>) => (field: string) =>
  ['text', 'prose'].includes(entity.fields[field]?.kind ?? '');

export interface RecordFormProps {
  entity: FormEntity;
  /** Rules in place of the contract's, or for what only creating takes. */
  rules?: z.ZodRawShape;
  /** Where a save leads; by default it stays. */
  redirect?: 'list' | 'edit';
  /** How a conflict shows values where their kind does not say it. */
  renderers?: ValueRenderers;
  children: ReactNode;
}

/**
 * The form of every record: rules and sentences from the contract, input kept after a failed save, a draft in the
 * browser, and a merge when somebody saved in between.
 */
export const RecordForm = ({ entity, rules, redirect, renderers, children }: RecordFormProps) => {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const notify = useNotify();
  const navigate = useRedirect();
  const translateLabel = useTranslateLabel();
  const { save } = useSaveContext();
  const fields = Object.keys({ ...entity.inputs, ...rules });
  const [validate] = useState(() => validateWith({ ...entity.inputs, ...rules }, entity.defaults));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const typing = useRef<Typing>(null);
  const editing = record?.id !== undefined;
  const draft = draftKey(resource, record?.id);

  const saved = useEvent((fresh: RaRecord, merged: string[] = []) => {
    removeDraft(draft);
    typing.current?.forgive();
    setConflict(null);
    const said = merged.length > 0 ? 'form.savedMerged' : editing ? 'form.saved' : 'form.created';
    const labels = merged.map(source => String(translateLabel({ source, resource })));
    notify(said, { type: 'success', messageArgs: { fields: labels.join('、') } });
    if (redirect === 'list') navigate('list', resource);
    if (redirect === 'edit') navigate(editPath(resource, fresh.id));
  });

  const submit = async (mine: Values) => {
    let failure: Error | undefined;
    const base = record;
    typing.current?.start();
    const errors = (await save?.(mine, {
      onSuccess: (fresh: RaRecord) =>
        saved(fresh, base ? changedByOthers(fields, base, mine, fresh) : []),
      onError: (error: Error) => {
        failure = error;
      },
    })) as Values | undefined;
    if (!failure) return undefined;
    const { body } = failure as Partial<ActionFailure>;
    if (body?.code === codes.conflict && body.current && base)
      setConflict({ base, mine, theirs: body.current as RaRecord });
    // Any error, even without a field, keeps the form unsaved; the notification shows its sentence.
    return errors && Object.keys(errors).length > 0
      ? errors
      : { root: { serverError: failure.message } };
  };

  return (
    <Form
      noValidate
      validate={validate}
      defaultValues={entity.defaults}
      onSubmit={submit}
      warnWhenUnsavedChanges
      disableInvalidFormNotification
    >
      {/* Shown by the dialog instead of a message over its buttons. */}
      <FormFailure isQuiet={conflict !== null} />
      <FormTyping ref={typing} />
      <FormDraft draftKey={draft} fields={fields} />
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      <SaveBar editing={editing} />
      {conflict && (
        <VersionContext value={{ ...renderersOf(entity.fields), ...renderers }}>
          <ConflictDialog
            key={String(conflict.theirs['rev'])}
            fields={fields}
            isProse={takesWords(entity)}
            {...conflict}
            onSaved={fresh => saved(fresh)}
            onMovedOn={setConflict}
            onClose={() => setConflict(null)}
          />
        </VersionContext>
      )}
    </Form>
  );
};

/** The kept values of a save after a conflict; without one, the next version. */
const changedByOthers = (fields: string[], base: RaRecord, mine: Values, fresh: RaRecord) =>
  Number(fresh['rev']) > Number(base['rev']) + 1
    ? compareVersions(fields, base, mine, fresh).theirs
    : [];

/**
 * Shows why a save failed, also after a successful one: that has reset the form and its count of attempts, so that
 * react-admin's own notification would take the next failure for one already shown.
 */
const FormFailure = ({ isQuiet }: { isQuiet: boolean }) => {
  const { control } = useFormContext();
  const { submitCount, errors } = useFormState({ control });
  const notify = useNotify();
  const told = useRef(0);
  useEffect(() => {
    if (submitCount === told.current) return;
    told.current = submitCount;
    if (isQuiet || submitCount === 0 || Object.keys(errors).length === 0) return;
    notify(errors.root?.['serverError']?.message || 'ra.message.invalid_form', { type: 'error' });
  }, [submitCount, errors, isQuiet, notify]);
  return null;
};
