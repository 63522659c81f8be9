import { useCallback } from 'react';
import type { PublicPreset, PublicTemplate, PublicVideo } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { useRead } from './useRead.ts';

/** Presets and video are absent until they are read: a list does not have them. */
export type ShownTemplate = PublicTemplate & {
  presets?: PublicPreset[];
  video?: PublicVideo | null;
};

/** One template: first as a list had it, then as it is now. */
export const useTemplate = (invoke: Invoke, id: string, known?: PublicTemplate) => {
  const read = useCallback(
    (): Promise<ShownTemplate> => invoke('appTemplate', 'getTemplateById', { id }),
    [invoke, id],
  );
  return useRead<ShownTemplate>(read, known);
};
