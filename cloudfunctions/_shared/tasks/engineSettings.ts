import { texts } from '#contract/constants.ts';
import { environment } from '../base/environment.ts';
import { type Settings, settingsOf } from '../base/settings.ts';

export interface EngineSettings {
  system: Settings<'system'>;
  /** Whom the mark in generated files names. */
  producer: string;
}

/** Database round trips: 1. */
export const engineSettings = async (): Promise<EngineSettings> => {
  const [system, { operator }] = await Promise.all([
    settingsOf('system'),
    settingsOf('compliance'),
  ]);
  return { system, producer: environment.AIGC_PRODUCER || operator.name || texts.appTitle };
};
