import { useState } from 'react';
import type { ActionFailure } from '#dataProvider/invoke.ts';

/** Submits a form: what is refused of a field is said beside it, all else is the `failure`. */
export const useSubmit = (run: (values: Record<string, string>) => Promise<unknown>) => {
  const [failure, setFailure] = useState('');
  const submit = async (values: Record<string, string>) => {
    setFailure('');
    try {
      await run(values);
      return undefined;
    } catch (error) {
      const { body, message = '' } = error as Partial<ActionFailure>;
      if (!body?.errors) setFailure(message);
      return body?.errors;
    }
  };
  return { failure, submit };
};
