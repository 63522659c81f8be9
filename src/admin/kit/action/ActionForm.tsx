import { Alert, Box, Button, Chip, DialogActions, DialogContent, TextField } from '@mui/material';
import { createContext, type ReactNode, use, useState } from 'react';
import { Form, TextInput, useNotify, useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { adminOfTab, getToken } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { plainText } from '#contract/pasted.ts';
import type { z } from '#contract/zod.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { Quiet } from '../field/valueFields.tsx';
import { validateWith } from '../form/zodValidation.ts';
import { DialogContext, useClose } from './DialogContext.tsx';
import { useReread } from './useRun.ts';

type Values = Record<string, unknown>;

/** What was typed in dialogs that the end of the session has closed, by administrator, page and dialog. */
const unsent = new Map<string, Values>();
/** Fixed, or derived from the input so far. */
type Resolvable<T> = T | ((values: Values) => T);

export interface ActionFormProps<F extends z.ZodRawShape, R> {
  /** What will happen: amount, effect, number. */
  facts?: ReactNode;
  /** The contract's rules for the inputs, and what they start from. */
  fields?: F;
  defaultValues?: Values;
  /** Further rules: sentences by field. */
  validate?: (values: Values) => Record<string, string>;
  /** Labels are `resources.<resource>.fields.<source>`; by default those of the resource around. */
  resource?: string;
  /** Runs the action. `idemKey` stays the same while the outcome is unknown and the same is asked for. */
  run: (values: Inputs<F>, idemKey: string) => Promise<R>;
  /** Notification after success. */
  done?: string | ((result: R) => string);
  /** Navigates away; without it the dialog stays until the page behind shows the result. */
  onDone?: (result: R) => void;
  /** Text that must be typed before it can be submitted. */
  typed?: Resolvable<string | undefined>;
  /** By default a `SubmitButton`. */
  submit?: ReactNode;
  /** The inputs; where there is only a reason they are left out. */
  children?: ReactNode;
}

/** What the form holds once its rules are met. */
type Inputs<F extends z.ZodRawShape> = { [K in keyof F]: z.input<F[K]> };

/**
 * What an `ActionDialog` asks for and does: facts, inputs, one button. A refusal is shown beside its field or above the
 * button, and the input is kept.
 */
export const ActionForm = <F extends z.ZodRawShape = Record<never, never>, R = unknown>(
  props: ActionFormProps<F, R>,
) => {
  const { defaultValues = {}, resource, typed, run, onDone, submit = <SubmitButton /> } = props;
  const fields: z.ZodRawShape = props.fields ?? {};
  const { children = 'reason' in fields && <ReasonInput /> } = props;
  const { isRunning, setRunning } = use(DialogContext);
  const textOf = useDialogText();
  const { facts = textOf('facts'), done = textOf('done') } = props;
  const translate = useTranslate();
  const close = useClose();
  const notify = useNotify();
  const reread = useReread();
  const { texts } = use(DialogContext);
  const [key] = useState(() => [adminOfTab(), location.pathname, texts].join(' '));
  const [typedBefore] = useState(() => unsent.get(key));
  const [validate] = useState(() => validateWith(fields, defaultValues));
  const [refusal, setRefusal] = useState<string>();
  const [word, setWord] = useState('');
  const { keyOf, answered } = useRequestKey();
  const send = async (values: Values) => {
    setRefusal(undefined);
    setRunning(true);
    // A call that finds the session over is never answered.
    unsent.set(key, values);
    try {
      const asked = Object.fromEntries(Object.keys(fields).map(field => [field, values[field]]));
      const result = await run(values as Inputs<F>, keyOf(values)).catch(
        (error: unknown) => alreadyAsAsked(error, asked) as R,
      );
      const shown = reread(result);
      if (done) notify(typeof done === 'function' ? done(result) : done, { type: 'success' });
      if (!onDone) await shown;
      close();
      onDone?.(result);
      return undefined;
    } catch (error) {
      const { body, message } = error as Partial<ActionFailure>;
      if (body) answered();
      // Another administrator was faster, or an earlier attempt whose answer was lost: the page behind shows the
      // current state, and the next attempt starts from it.
      if (body && movedOn.includes(body.code)) void reread();
      const known = Object.entries(body?.errors ?? {}).filter(
        ([path]) => (path.split('.')[0] ?? '') in fields,
      );
      // Also what is wrong with something that the dialog does not ask for.
      if (known.length === 0) setRefusal(Object.values(body?.errors ?? {})[0] ?? message);
      return Object.fromEntries(known);
    } finally {
      if (getToken()) unsent.delete(key);
      setRunning(false);
    }
  };

  return (
    <Form
      noValidate
      record={NO_RECORD}
      resource={resource}
      defaultValues={typedBefore ? { ...defaultValues, ...typedBefore } : defaultValues}
      validate={values => ({ ...props.validate?.(values), ...validate(values) })}
      onSubmit={send}
      disableInvalidFormNotification
    >
      <DialogContent sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {facts && <Quiet>{facts}</Quiet>}
        {children && <div>{children}</div>}
        {typed !== undefined && <TypedWord typed={typed} word={word} onChange={setWord} />}
        {refusal && <Alert severity="error">{refusal}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={isRunning} autoFocus={!children}>
          {translate('action.cancel')}
        </Button>
        <WordContext value={{ typed, word }}>{submit}</WordContext>
      </DialogActions>
    </Form>
  );
};

/** A text of the dialog around, which may have nothing to add, before or after. */
const useDialogText = () => {
  const translate = useTranslate();
  const { texts, values } = use(DialogContext);
  return (key: string) => (texts ? translate(`${texts}.${key}`, { ...values, _: '' }) : '');
};

const movedOn: readonly number[] = [codes.conflict, codes.stateNotAllowed, codes.notFound];

/** The dialog's form is about the action, not about the record of the page behind it. */
const NO_RECORD = {};

const useResolved = <T,>(given: Resolvable<T>): T => {
  const values = useWatch() as Values;
  return typeof given === 'function' ? (given as (values: Values) => T)(values) : given;
};

interface Word {
  typed: Resolvable<string | undefined>;
  word: string;
}

/** What has to be typed before, and what is. */
const WordContext = createContext<Word>({ typed: undefined, word: '' });

const TypedWord = ({ typed, word, onChange }: Word & { onChange: (word: string) => void }) => {
  const translate = useTranslate();
  const wanted = useResolved(typed);
  return wanted === undefined ? null : (
    <TextField
      label={translate('action.typed', { word: wanted })}
      value={word}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      fullWidth
    />
  );
};

export interface SubmitButtonProps {
  /** By default the text `submit` of the dialog, or else its `action`. */
  label?: Resolvable<string>;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The action is not possible, or not yet; the facts say why. */
  disabled?: Resolvable<boolean>;
}

export const SubmitButton = ({ danger = false, disabled = false, ...props }: SubmitButtonProps) => {
  const textOf = useDialogText();
  const { isRunning } = use(DialogContext);
  const { typed, word } = use(WordContext);
  const { isSubmitting } = useFormState();
  const wanted = useResolved(typed);
  const label = useResolved(props.label ?? (textOf('submit') || textOf('action')));
  const isDisabled = useResolved(disabled);
  return (
    <Button
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      loading={isRunning || isSubmitting}
      disabled={isDisabled || (wanted !== undefined && plainText(word) !== wanted)}
    >
      {label}
    </Button>
  );
};

export interface ReasonInputProps {
  source?: string;
  /** A tap on a frequent reason submits it: for what moves no money and can be undone. */
  submits?: boolean;
}

/**
 * The reason of an action; frequent ones, `reasons` of the dialog's texts, can be inserted with one tap, and `reasonHelp`
 * says so where the user reads it.
 */
export const ReasonInput = ({ source = 'reason', submits = false }: ReasonInputProps) => {
  const textOf = useDialogText();
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <Box>
      <TextInput
        source={source}
        multiline
        minRows={2}
        isRequired
        fullWidth
        helperText={textOf('reasonHelp') || (submits && translate('action.reasonSubmits'))}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
        {textOf('reasons')
          .split('、')
          .filter(Boolean)
          .map(sentence => (
            <Chip
              key={sentence}
              label={sentence}
              variant="outlined"
              sx={{ minHeight: { xs: 32, sm: 0 } }}
              onClick={({ currentTarget }) => {
                setValue(source, sentence, { shouldDirty: true, shouldValidate: true });
                if (submits) currentTarget.closest('form')?.requestSubmit();
              }}
            />
          ))}
      </Box>
    </Box>
  );
};

/** What the user reads, who never sees the reason; the dialog's text `userNoteHelp` says where. */
export const UserNoteInput = ({ isRequired = false }: { isRequired?: boolean }) => (
  <TextInput
    source="userNote"
    multiline
    fullWidth
    isRequired={isRequired}
    helperText={useDialogText()('userNoteHelp')}
  />
);

/** A missing record has been deleted, perhaps by an attempt whose answer was lost. */
export const alreadyGone = (error: unknown): void => {
  if (!(error instanceof ActionFailure) || error.body.code !== codes.notFound) throw error;
};

/**
 * The stored record of a conflict, if it has all the requested values: an attempt whose answer was lost has done it.
 */
export const alreadyAsAsked = (error: unknown, asked: Record<string, unknown>): unknown => {
  const { code, current } = error instanceof ActionFailure ? error.body : {};
  if (code !== codes.conflict || typeof current !== 'object' || current === null) throw error;
  const fields = Object.entries(asked);
  const record = current as Record<string, unknown>;
  const isDone =
    fields.length > 0 &&
    fields.every(([field, value]) => field in record && sameValue(record[field], value));
  if (!isDone) throw error;
  return current;
};
