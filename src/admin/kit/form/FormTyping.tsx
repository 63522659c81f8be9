import { type Ref, use, useEffect, useImperativeHandle, useRef } from 'react';
import { EditContext, useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';

export interface Typing {
  /** A save starts; later input is not part of it. */
  start: () => void;
  /** Clears the errors of an earlier attempt. */
  forgive: () => void;
}

/**
 * The saved record resets the form, as does the one that follows the row of a list; input made until then is applied
 * again.
 */
export const FormTyping = ({ ref }: { ref: Ref<Typing> }) => {
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
