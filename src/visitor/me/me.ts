import type { ActionOutput } from '#contract/index.ts';

/** What visitors see of themselves. */
export type Me = ActionOutput<'appUser', 'getMe'>;
