import { Alert } from '@mui/material';
import {
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import {
  EditContext,
  Form,
  type FormProps,
  type RaRecord,
  useEvent,
  useNotify,
  useRecordContext,
  useRegisterMutationMiddleware,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { codes } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useCan } from '../base/CanAccess.tsx';
import { type Conflict, ConflictDialog } from './ConflictDialog.tsx';
import { draftKey, removeDraft } from './drafts.ts';
import type { FormField } from './FieldInputs.tsx';
import { FormDraft } from './FormDraft.tsx';
import { compareVersions } from './mergeVersions.ts';
import { LiveForm } from './NewVersion.tsx';
import { ReadOnlyContext } from './ReadOnly.tsx';
import { Toolbar } from './Toolbar.tsx';
import { renderersOf, type ValueRenderers, VersionContext } from './VersionValue.tsx';
import { validateWith } from './zodValidation.ts';

type Values = Record<string, unknown>;

/** What a form needs to know of an entity: its rules, its defaults, and what kind each field is of. */
export interface FormEntity {
  inputs: z.ZodRawShape;
  defaults: Values;
  fields: Readonly<Record<string, FormField>>;
}

/** Whether a field takes any words; everything else is chosen as it reads: by label, by name, by picture. */
export const takesWords = (entity: Pick<FormEntity, 'fields'>) => (field: string) =>
  ['text', 'prose'].includes(entity.fields[field]?.kind ?? '');

export interface RecordFormProps extends FormProps {
  /** Its rules, defaults and kinds of fields; without one, the form's own `validate` and `defaultValues`. */
  entity?: FormEntity;
  /** Rules in place of the entity's, or for what only creating takes. */
  rules?: z.ZodRawShape;
  /** How a conflict shows values where their kind does not say it. */
  renderers?: ValueRenderers;
  toolbar?: ReactNode;
}

const NO_ENTITY: FormEntity = { inputs: {}, defaults: {}, fields: {} };

/** Of every record, and nothing that people enter. */
const kept = ['id', 'rev', 'createTime', 'createBy', 'updateTime', 'updateBy'];

/**
 * react-admin's `Form` with rules and sentences from the contract, input kept after a failed save, a draft in the browser,
 * and a merge when another administrator saved in between. What follows a save is said by the page around it.
 */
export const RecordForm = ({
  entity,
  rules,
  renderers,
  toolbar = <Toolbar />,
  children,
  ...form
}: RecordFormProps) => {
  const { inputs, defaults, fields: kinds } = entity ?? NO_ENTITY;
  const resource = useResourceContext(form) ?? '';
  const record = useRecordContext<RaRecord>(form as { record?: RaRecord });
  const notify = useNotify();
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const fieldsOf = (values: Values) =>
    entity
      ? Object.keys({ ...inputs, ...rules })
      : Object.keys(values).filter(field => !kept.includes(field));
  const [validate] = useState(() => validateWith({ ...inputs, ...rules }, defaults));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const typing = useRef<Typing>(null);
  const draft = draftKey(resource, record?.id);
  const mayWrite = useCan()({
    resource,
    action: record?.id === undefined ? 'create' : 'edit',
  });

  const onSaved = (fresh: RaRecord, mine: Values, base: RaRecord | undefined) => {
    removeDraft(draft);
    typing.current?.forgive();
    setConflict(null);
    const merged = base ? changedByOthers(fieldsOf(mine), base, mine, fresh) : [];
    if (merged.length === 0) return;
    const labels = merged.map(source => String(translateLabel({ source, resource })));
    notify('form.savedMerged', { type: 'success', messageArgs: { fields: labels.join('、') } });
  };

  // Whatever starts the save, and whatever the page does after it.
  const middleware = useEvent(async (...given: unknown[]) => {
    const next = given.at(-1) as (...args: unknown[]) => Promise<{ data: RaRecord }>;
    const { data: mine, previousData } = given[1] as { data: Values; previousData?: RaRecord };
    const base = conflict?.theirs ?? previousData;
    typing.current?.start();
    try {
      const answer = await next(...given.slice(0, -1));
      onSaved(answer.data, mine, base);
      return answer;
    } catch (thrown) {
      const failure = thrown as ActionFailure;
      const { body } = failure;
      const errors = body?.errors ?? {};
      if (conflict) notify(Object.values(errors)[0] ?? failure.message, { type: 'error' });
      if (body?.code === codes.conflict && body.current && base)
        setConflict({ base, mine, theirs: body.current as RaRecord });
      if (Object.keys(errors).length > 0) throw failure;
      // Any error, even without a field, keeps the form unsaved; the notification shows its sentence.
      const root = { root: { serverError: failure.message } };
      throw Object.assign(failure, { body: { ...body, errors: root } });
    }
  });
  useRegisterMutationMiddleware(middleware as Parameters<typeof useRegisterMutationMiddleware>[0]);

  return (
    <Form
      noValidate
      {...(entity && { validate })}
      defaultValues={defaults}
      warnWhenUnsavedChanges
      {...form}
      disableInvalidFormNotification
    >
      {/* Shown by the dialog instead of a message over its buttons. */}
      <FormFailure isQuiet={conflict !== null} />
      <FormTyping ref={typing} />
      <LiveForm onConflict={setConflict} />
      <FormDraft draftKey={draft} {...(entity && { fields: fieldsOf({}) })} />
      {!mayWrite && <Alert severity="info">{translate('access.readOnly')}</Alert>}
      <ReadOnlyContext value={!mayWrite}>{children}</ReadOnlyContext>
      {mayWrite && toolbar}
      {conflict && (
        <VersionContext value={{ ...renderersOf(kinds), ...renderers }}>
          <ConflictDialog
            key={String(conflict.theirs['rev'])}
            fields={fieldsOf(conflict.mine)}
            isProse={takesWords({ fields: kinds })}
            {...conflict}
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
  const notifiedCount = useRef(0);
  useEffect(() => {
    if (submitCount === notifiedCount.current) return;
    notifiedCount.current = submitCount;
    if (isQuiet || submitCount === 0 || Object.keys(errors).length === 0) return;
    notify(errors.root?.['serverError']?.message || 'ra.message.invalid_form', { type: 'error' });
  }, [submitCount, errors, isQuiet, notify]);
  return null;
};

interface Typing {
  /** A save starts; later input is not part of it. */
  start: () => void;
  /** Clears the errors of an earlier attempt. */
  forgive: () => void;
}

/**
 * The saved record resets the form, as does the one that follows the row of a list; input made until then is applied
 * again.
 */
const FormTyping = ({ ref }: { ref: Ref<Typing> }) => {
  const { subscribe, setValue, clearErrors } = useFormContext();
  const rev = useRecordContext()?.['rev'] as number | undefined;
  const isRow = use(EditContext)?.isPlaceholderData ?? false;
  const saving = useRef(false);
  const typed = useRef(new Map<string, unknown>());

  useImperativeHandle(ref, () => ({
    start: () => {
      saving.current = true;
      typed.current.clear();
    },
    forgive: () => clearErrors(),
  }));

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if ((saving.current || isRow) && name) typed.current.set(name, valueAt(values, name));
        },
      }),
    [subscribe, isRow],
  );

  useEffect(() => {
    // After the form's own reset, which is an effect of a component above this one.
    const timer = setTimeout(() => {
      saving.current = false;
      typed.current.forEach((value, name) => setValue(name, value, { shouldDirty: true }));
      typed.current.clear();
    });
    return () => clearTimeout(timer);
  }, [rev, isRow, setValue]);

  return null;
};

const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], values);
