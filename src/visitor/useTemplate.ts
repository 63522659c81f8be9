import { useEffect, useState } from 'react';
import { codes } from '#contract/envelope.ts';
import type { PublicPreset, PublicTemplate } from '#contract/visitor.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { failureMessage } from './failureMessage.ts';

export type TemplateState =
  | { status: 'loading' }
  | {
      status: 'ready';
      template: PublicTemplate;
      /** Absent until they are read: a list does not have them. */
      presets?: PublicPreset[];
      /** Why they could not be read. */
      message?: string;
    }
  | { status: 'gone' }
  | { status: 'failed'; message: string };

/** One template: first as a list had it, then as it is now. */
export const useTemplate = (invoke: Invoke, id: string, known?: PublicTemplate) => {
  const [state, setState] = useState<TemplateState>(
    known ? { status: 'ready', template: known } : { status: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    invoke('appTemplate', 'getTemplateById', { id }).then(
      ({ presets, ...template }) => {
        if (!left) setState({ status: 'ready', template, presets });
      },
      (failure: unknown) => {
        if (left) return;
        console.error('template not loaded', failure);
        const gone =
          failure instanceof ActionFailure &&
          ([codes.notFound, codes.invalidInput] as number[]).includes(failure.body.code);
        if (gone) setState({ status: 'gone' });
        else
          setState(last => ({
            ...(last.status === 'ready' ? last : { status: 'failed' }),
            message: failureMessage(failure),
          }));
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, id, attempt]);

  const retry = () => {
    setState(last => (last.status === 'ready' ? { ...last, message: '' } : { status: 'loading' }));
    setAttempt(attempt + 1);
  };
  return { state, retry };
};
