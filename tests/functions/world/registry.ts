import type { Action, Actions } from '#contract/action.ts';
import { type FunctionName, functions } from '#contract/index.ts';

export interface RegisteredAction {
  name: FunctionName;
  action: string;
  title: string;
  definition: Action;
}

/** Tests that run over this cover new functions by themselves. */
export const everyAction: RegisteredAction[] = Object.entries<Actions>(functions).flatMap(
  ([name, actions]) =>
    Object.entries(actions).map(([action, definition]) => ({
      name: name as FunctionName,
      action,
      title: `${name}.${action}`,
      definition,
    })),
);

export const adminActions = everyAction.filter(({ definition }) => definition.access === 'admin');
