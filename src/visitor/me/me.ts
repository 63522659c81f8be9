import type { ActionOutput } from '#contract/index.ts';

/** What a visitor sees of himself. */
export type Me = ActionOutput<'appUser', 'getMe'>;
