import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';

export interface Typing {
  /** A save begins; what is typed from here on is not part of it. */
  start: () => void;
  /** What an earlier attempt failed of no longer counts. */
  forgive: () => void;
}

/** The saved record resets the form; what was typed while it was being saved is put back on top. */
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
