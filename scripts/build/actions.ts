import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { z } from '#contract/zod.ts';

/** One row of `dist/actions.json`; `input` and `example` describe `data`. */
export interface ActionManifest {
  function: string;
  action: string;
  access: 'admin' | 'visitor' | 'public';
  effect: 'read' | 'write';
  input: unknown;
  output: unknown;
  example: unknown;
}

const actionManifest = (): ActionManifest[] =>
  Object.entries<Actions>(functions).flatMap(([name, actions]) =>
    Object.entries(actions).map(([action, { access, effect, input, output, example }]) => ({
      function: name,
      action,
      access,
      effect,
      input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      output: z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }),
      example,
    })),
  );

/** The manifest of all actions, for programs that call the functions from outside. */
export const writeActions = async (file: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(actionManifest(), null, 2)}\n`);
};
