import { environment } from '../base/environment.ts';
import type { Settings } from '../base/settings.ts';

/** What is moderated: what the settings say, wherever there are keys. */
export const moderationIn = ({
  moderation,
}: Settings<'system'>): Settings<'system'>['moderation'] => {
  const hasKeys = environment.MODERATION_SECRET_ID !== '';
  return {
    ...moderation,
    images: hasKeys && moderation.images,
    texts: hasKeys && moderation.texts,
  };
};
