import { Alert, Box, Card, type SxProps, type Theme } from '@mui/material';
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
  useRedirect,
  useResourceContext,
  useSaveContext,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { codes } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useMayAccess } from '../base/CanAccess.tsx';
import { editPath } from '../base/hooks.ts';
import { type Conflict, ConflictDialog } from './ConflictDialog.tsx';
import { draftKey, removeDraft } from './drafts.ts';
import { FieldInputs, type FormField } from './FieldInputs.tsx';
import { FormDraft } from './FormDraft.tsx';
import { compareVersions } from './mergeVersions.ts';
import { ReadOnly, ReadOnlyContext } from './ReadOnly.tsx';
import { SavedContext } from './SavedContext.ts';
import { Toolbar } from './Toolbar.tsx';
import { renderersOf, type ValueRenderers, VersionContext } from './VersionValue.tsx';
import { validateWith } from './zodValidation.ts';

type Values = Record<string, unknown>;
/** What a mutation hands on beside its answer. */
type From = unknown[];

/** What a form needs to know of an entity: its rules, its defaults, and what kind each field is of. */
export interface FormEntity {
  inputs: z.ZodRawShape;
  defaults: Values;
  fields: Readonly<Record<string, FormField>>;
}

/** Whether a field takes any words; everything else is chosen as it reads: by label, by name, by picture. */
export const takesWords = (entity: Pick<FormEntity, 'fields'>) => (field: string) =>
  ['text', 'prose'].includes(entity.fields[field]?.kind ?? '');

export interface SimpleFormProps extends Omit<FormProps, 'children'> {
  /** By default the inputs of all fields that the entity declares. */
  children?: ReactNode;
  /** Its rules, defaults and kinds of fields; without one, the form's own `validate` and `defaultValues`. */
  entity?: FormEntity;
  /** Rules in place of the entity's, or for what only creating takes. */
  rules?: z.ZodRawShape;
  /** How a conflict shows values where their kind does not say it. */
  renderers?: ValueRenderers;
  toolbar?: ReactNode;
  sx?: SxProps<Theme>;
}

const NO_ENTITY: FormEntity = { inputs: {}, defaults: {}, fields: {} };

/** Of every record, and nothing that people enter. */
const kept = ['id', 'rev', 'createTime', 'createBy', 'updateTime', 'updateBy'];

/**
 * react-admin's `SimpleForm` with rules and sentences from the contract, input kept after a failed save, a draft in the
 * browser, and a merge when another administrator saved in between. Inputs that stand in no section have a card around
 * them.
 */
export const SimpleForm = ({
  entity,
  rules,
  renderers,
  toolbar = <Toolbar />,
  sx = [],
  children = entity && <AllInputs entity={entity} />,
  ...form
}: SimpleFormProps) => {
  const { inputs, defaults, fields: kinds } = entity ?? NO_ENTITY;
  const resource = useResourceContext(form) ?? '';
  const record = useRecordContext<RaRecord>(form as { record?: RaRecord });
  const notify = useNotify();
  const translate = useTranslate();
  const navigate = useRedirect();
  const translateLabel = useTranslateLabel();
  const { save } = useSaveContext();
  const { redirect = false, onSuccess, onError } = use(SavedContext);
  const fieldsOf = (values: Values) =>
    entity
      ? Object.keys({ ...inputs, ...rules })
      : Object.keys(values).filter(field => !kept.includes(field));
  const [validate] = useState(() => validateWith({ ...inputs, ...rules }, defaults));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const typing = useRef<Typing>(null);
  const editing = record?.id !== undefined;
  const draft = draftKey(resource, record?.id);
  const mayWrite = useMayAccess()({ resource, action: editing ? 'edit' : 'create' });

  const saved = useEvent((fresh: RaRecord, merged: string[] = [], ...from: From) => {
    removeDraft(draft);
    typing.current?.forgive();
    setConflict(null);
    if (onSuccess) return onSuccess(fresh, ...from);
    const message =
      merged.length > 0 ? 'form.savedMerged' : editing ? 'form.saved' : 'form.created';
    const labels = merged.map(source => String(translateLabel({ source, resource })));
    notify(message, { type: 'success', messageArgs: { fields: labels.join('、') } });
    navigate(
      redirect === 'edit' ? editPath(resource, fresh.id) : redirect,
      resource,
      fresh.id,
      fresh,
    );
    return undefined;
  });

  const submit = async (mine: Values) => {
    let failure: Error | undefined;
    const base = record;
    typing.current?.start();
    const errors = (await save?.(mine, {
      onSuccess: (fresh: RaRecord, ...from: From) =>
        saved(fresh, base ? changedByOthers(fieldsOf(mine), base, mine, fresh) : [], ...from),
      onError: (error: Error, ...from: From) => {
        failure = error;
        onError?.(error, ...from);
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
      {...(entity && { validate })}
      defaultValues={defaults}
      onSubmit={submit}
      warnWhenUnsavedChanges
      {...form}
      disableInvalidFormNotification
    >
      {/* Shown by the dialog instead of a message over its buttons. */}
      <FormFailure isQuiet={conflict !== null} />
      <FormTyping ref={typing} />
      <FormDraft draftKey={draft} {...(entity && { fields: fieldsOf({}) })} />
      {!mayWrite && <Alert severity="info">{translate('access.readOnly')}</Alert>}
      <ReadOnlyContext value={!mayWrite}>
        <Box sx={[loose, ...(Array.isArray(sx) ? sx : [sx])]}>{children}</Box>
      </ReadOnlyContext>
      {mayWrite && toolbar}
      {conflict && (
        <VersionContext value={{ ...renderersOf(kinds), ...renderers }}>
          <ConflictDialog
            key={String(conflict.theirs['rev'])}
            fields={fieldsOf(conflict.mine)}
            isProse={takesWords({ fields: kinds })}
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

/** All that an entity declares, where the page says nothing else. */
const AllInputs = ({ entity }: { entity: FormEntity }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <ReadOnly>
      <FieldInputs entity={entity} />
    </ReadOnly>
  </Card>
);

/** Inputs outside of sections, as a page of react-admin's documentation has them. */
const loose = {
  minWidth: 0,
  '&:has(> .ra-input)': {
    display: 'flex',
    flexDirection: 'column',
    gap: 0.5,
    p: { xs: 2, sm: 3 },
    bgcolor: 'background.paper',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
} as const;

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
