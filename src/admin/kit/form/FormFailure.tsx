import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';

/**
 * Shows why a save failed, also after a successful one: that has reset the form and its count of attempts, so that
 * react-admin's own notification would take the next failure for one already shown.
 */
export const FormFailure = ({ isQuiet }: { isQuiet: boolean }) => {
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
