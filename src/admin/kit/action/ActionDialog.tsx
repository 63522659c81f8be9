import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material';
import { type ReactNode, use, useId, useState } from 'react';
import { Form, TextInput, useNotify, useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { codes } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { useTexts } from '../base/hooks.ts';
import { Quiet } from '../field/valueFields.tsx';
import { validateWith } from '../form/zodValidation.ts';
import { ActionButton, type ActionButtonProps } from './buttons.tsx';
import { DialogTexts, useClose } from './DialogContext.tsx';
import { alreadyAsAsked } from './repeated.ts';
import { useReread } from './useReread.ts';

type Values = Record<string, unknown>;
/** Fixed, or derived from the input so far. */
type Said<T> = T | ((values: Values) => T);

export interface ActionDialogProps<F extends z.ZodRawShape, R> {
  /** The key of its texts: `title`, `facts`, `submit` (without it `action`), `done`, and a reason's `reasons`. */
  texts?: string;
  /** The values in these texts. */
  values?: object;
  title?: string;
  /** What will happen: amount, effect, number. */
  facts?: ReactNode;
  /** The contract's rules for the inputs, and what they start from. */
  fields?: F;
  defaults?: Values;
  /** Further rules: sentences by field. */
  check?: (values: Values) => Record<string, string>;
  /** Labels are `resources.<labels>.fields.<source>`; by default those of the resource around. */
  labels?: string;
  /** The button's text; it may depend on the input. */
  submit?: Said<string>;
  danger?: boolean;
  /** The action is not possible, or not yet; the facts say why. */
  blocked?: Said<boolean>;
  wide?: boolean;
  /** Text that must be typed to enable the button. */
  typed?: Said<string | undefined>;
  /** Runs the action. `idemKey` stays the same while the outcome is unknown and the same is asked for. */
  run: (values: Inputs<F>, idemKey: string) => Promise<R>;
  /** Notification after success. */
  done?: string | ((result: R) => string);
  /** Navigates away; without it the dialog stays until the page behind shows the result. */
  onDone?: (result: R) => void;
  /** By default what the button around has opened is closed. */
  onClose?: () => void;
  /** The inputs; where there is only a reason they are left out. */
  children?: ReactNode;
}

/** What the form holds once its rules are met. */
type Inputs<F extends z.ZodRawShape> = { [K in keyof F]: z.input<F[K]> };

/**
 * An action that needs a decision, a reason or an amount: facts, inputs, one button. A refusal is shown beside its
 * field or above the button, and the input is kept. Mount it when it opens, so that it starts empty.
 */
export const ActionDialog = <F extends z.ZodRawShape = Record<never, never>, R = unknown>(
  props: ActionDialogProps<F, R>,
) => {
  const { texts = '', defaults = {}, labels, danger, wide, typed, check, run, onDone } = props;
  const fields: z.ZodRawShape = props.fields ?? {};
  const { blocked = false, children = 'reason' in fields && <ReasonInput /> } = props;
  const translate = useTranslate();
  const said = (key: string, without?: { _: string }) =>
    texts === '' ? '' : translate(`${texts}.${key}`, { ...props.values, ...without });
  // A dialog may have nothing to add, before or after; what it is about and what its button does are always said.
  const { facts = said('facts', NOTHING), done = said('done', NOTHING) } = props;
  const { title = said('title'), submit = said('submit', NOTHING) || said('action') } = props;
  const close = useClose();
  const { onClose = close } = props;
  const notify = useNotify();
  const reread = useReread();
  const titleId = useId();
  const [validate] = useState(() => validateWith(fields, defaults));
  const [refusal, setRefusal] = useState<string>();
  const [running, setRunning] = useState(false);
  const [word, setWord] = useState('');
  const { keyOf, answered } = useRequestKey();
  const send = async (values: Values) => {
    setRefusal(undefined);
    setRunning(true);
    try {
      const asked = Object.fromEntries(Object.keys(fields).map(field => [field, values[field]]));
      const result = await run(values as Inputs<F>, keyOf(values)).catch(
        (error: unknown) => alreadyAsAsked(error, asked) as R,
      );
      const shown = reread(result);
      if (done) notify(typeof done === 'function' ? done(result) : done, { type: 'success' });
      if (!onDone) await shown;
      onClose();
      onDone?.(result);
      return undefined;
    } catch (error) {
      const { body, message } = error as Partial<ActionFailure>;
      if (body) answered();
      // Somebody else was faster, or an earlier attempt whose answer was lost: the page behind shows the current state,
      // and the next attempt starts from it.
      if (body && movedOn.includes(body.code)) void reread();
      const known = Object.entries(body?.errors ?? {}).filter(
        ([path]) => (path.split('.')[0] ?? '') in fields,
      );
      if (known.length === 0) setRefusal(message);
      return Object.fromEntries(known);
    } finally {
      setRunning(false);
    }
  };

  return (
    <Dialog
      open
      onClose={() => !running && onClose()}
      // Clicks and keys must not reach the row or the form behind.
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.key !== 'Escape' && event.stopPropagation()}
      maxWidth={wide ? 'md' : 'xs'}
      fullWidth
      aria-labelledby={titleId}
    >
      <Form
        noValidate
        record={NO_RECORD}
        resource={labels}
        defaultValues={defaults}
        validate={values => ({ ...check?.(values), ...validate(values) })}
        onSubmit={send}
        disableInvalidFormNotification
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          {facts && <Quiet>{facts}</Quiet>}
          {children && (
            <DialogTexts value={texts}>
              <div>{children}</div>
            </DialogTexts>
          )}
          {typed !== undefined && <TypedWord typed={typed} word={word} onChange={setWord} />}
          {refusal && <Alert severity="error">{refusal}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={running} autoFocus={!children}>
            {translate('action.cancel')}
          </Button>
          <SubmitButton
            label={submit}
            danger={danger ?? false}
            blocked={blocked}
            running={running}
            typed={typed}
            word={word}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
};

const NOTHING = { _: '' };

const movedOn: readonly number[] = [codes.conflict, codes.stateNotAllowed, codes.notFound];

/** The dialog's form is about the action, not about the record of the page behind it. */
const NO_RECORD = {};

const useSaid = <T,>(said: Said<T>): T => {
  const values = useWatch() as Values;
  return typeof said === 'function' ? (said as (values: Values) => T)(values) : said;
};

interface TypedWordProps {
  typed: Said<string | undefined>;
  word: string;
  onChange: (word: string) => void;
}

const TypedWord = ({ typed, word, onChange }: TypedWordProps) => {
  const translate = useTranslate();
  const wanted = useSaid(typed);
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

interface SubmitButtonProps {
  label: Said<string>;
  danger: boolean;
  blocked: Said<boolean>;
  running: boolean;
  typed: Said<string | undefined>;
  word: string;
}

const SubmitButton = ({ label, danger, blocked, running, typed, word }: SubmitButtonProps) => {
  const { isSubmitting } = useFormState();
  const wanted = useSaid(typed);
  const said = useSaid(label);
  const isBlocked = useSaid(blocked);
  return (
    <Button
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      loading={running || isSubmitting}
      disabled={isBlocked || (wanted !== undefined && word.trim() !== wanted)}
    >
      {said}
    </Button>
  );
};

export interface DialogButtonProps<F extends z.ZodRawShape, R> extends ActionDialogProps<F, R> {
  texts: string;
  button?: Partial<Omit<ActionButtonProps, 'dialog'>>;
}

/** A button and the `ActionDialog` behind it, with the words of both below one key. */
export const DialogButton = <F extends z.ZodRawShape = Record<never, never>, R = unknown>({
  button,
  ...dialog
}: DialogButtonProps<F, R>) => {
  const t = useTexts(dialog.texts, dialog.values);
  return <ActionButton label={t('action')} {...button} dialog={<ActionDialog {...dialog} />} />;
};

/** The reason of an action; frequent ones, `reasons` of the dialog's texts, can be inserted with one tap. */
export const ReasonInput = ({ source = 'reason' }: { source?: string }) => {
  const texts = use(DialogTexts);
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <Box>
      <TextInput source={source} multiline minRows={2} isRequired fullWidth />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
        {translate(`${texts}.reasons`)
          .split('、')
          .map(sentence => (
            <Chip
              key={sentence}
              label={sentence}
              variant="outlined"
              sx={{ minHeight: { xs: 32, sm: 0 } }}
              onClick={() =>
                setValue(source, sentence, { shouldDirty: true, shouldValidate: true })
              }
            />
          ))}
      </Box>
    </Box>
  );
};
