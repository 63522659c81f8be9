import { environment } from '../base/environment.ts';
import type { Settings } from '../base/settings.ts';

/** What is moderated: what the settings say, wherever there are keys. */
export const moderationIn = (
  { moderation }: Settings<'system'>,
  hasKeys = environment.MODERATION_SECRET_ID !== '',
): Settings<'system'>['moderation'] => ({
  ...moderation,
  images: hasKeys && moderation.images,
  texts: hasKeys && moderation.texts,
  results: hasKeys && moderation.results,
});
