import { useCan } from '../../kit/base/CanAccess.tsx';

/** Whether the role may try templates: a trial is a task, whose result is read as one. */
export const useMayTry = (): boolean => {
  const can = useCan();
  return can('templates.write') && can('tasks.read');
};
