import { probeSentences } from '#contract/sentences/settings.ts';
import { timed } from '../_shared/base/probe.ts';
import { vod, vodApplications } from '../_shared/vod/client.ts';
import { vodSettings } from '../_shared/vod/videos.ts';

/** Asks for the procedure of the settings: the answer proves keys, sub-application and procedure. */
export const tryVideoService = () =>
  timed(async () => {
    const { subAppId, procedure } = await vodSettings();
    if (!subAppId)
      return { ok: false, message: probeSentences.videoApplication(await vodApplications()) };
    const outcome = await vod(subAppId).hasProcedure(procedure);
    if (outcome.kind === 'unknown') return { ok: false, message: probeSentences.videoNoAnswer };
    if (outcome.kind === 'refused') return { ok: false, message: probeSentences.videoRefused };
    return outcome.data
      ? { ok: true, message: probeSentences.videoWorks }
      : { ok: false, message: probeSentences.procedureMissing };
  });
