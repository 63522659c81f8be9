import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';

export interface Typing {
  /** A save starts; later input is not part of it. */
  start: () => void;
  /** Clears the errors of an earlier attempt. */
  forgive: () => void;
}

/** The saved record resets the form; input made during the save is applied again. */
export const FormTyping = ({ ref }: { ref: Ref<Typing> }) => {
  const { subscribe, setValue, clearErrors } = useFormContext();
  const rev = useRecordContext()?.['rev'] as number | undefined;
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
          if (saving.current && name) typed.current.set(name, valueAt(values, name));
        },
      }),
    [subscribe],
  );

  useEffect(() => {
    // After the form's own reset, which is an effect of a component above this one.
    const timer = setTimeout(() => {
      saving.current = false;
      typed.current.forEach((value, name) => setValue(name, value, { shouldDirty: true }));
      typed.current.clear();
    });
    return () => clearTimeout(timer);
  }, [rev, setValue]);

  return null;
};

const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], values);
