import type { Defect } from './defect.ts';

const taskEngine = 'tests/functions/taskEngine.test.ts';
const moderation = 'tests/functions/moderation.test.ts';
const taskHostile = 'tests/functions/taskHostile.test.ts';
const filesTest = 'tests/functions/files.test.ts';
const runningHub = 'tests/functions/runningHub.test.ts';

const check = 'cloudfunctions/_shared/tasks/check.ts';
const addresses = 'cloudfunctions/_shared/base/publicAddresses.ts';
const download = 'cloudfunctions/_shared/runningHub/download.ts';
const save = 'cloudfunctions/_shared/tasks/save.ts';
const closing = 'cloudfunctions/_shared/accounts/closing.ts';

/** Which photos are let through, which results are kept, and how long. */
export const pictures: Defect[] = [
  {
    says: 'What the moderation does not answer about is made.',
    file: 'cloudfunctions/_shared/moderation/client.ts',
    find: "return 'silent';",
    replace: "return 'pass';",
    caughtBy: moderation,
    title: 'nothing passes unchecked',
  },
  {
    says: 'What is doubtful passes, whatever the settings say.',
    file: check,
    find: "refuseDoubtful ? 'refused' : 'pass'",
    replace: "refuseDoubtful && !images ? 'pass' : 'pass'",
    caughtBy: moderation,
    title: 'refuses a text with sandbox-review',
  },
  {
    says: 'Photos are not shown to the moderation.',
    file: check,
    find: 'images ? photosOf(task) : []',
    replace: 'images ? photosOf(task).slice(9) : []',
    caughtBy: moderation,
    title: 'refuses a photo',
  },
  {
    says: 'A call of the moderation is signed without what it says.',
    file: 'cloudfunctions/_shared/tencentCloud/signing.ts',
    find: 'names, sha256(body)]',
    replace: "names, sha256(body && '')]",
    caughtBy: moderation,
    title: 'passes what is harmless',
  },
  {
    says: 'A sensitive word passes under another name.',
    file: check,
    find: '(aliases ?? [])',
    replace: '(aliases ?? []).slice(9)',
    caughtBy: moderation,
    title: 'a sensitive word',
  },
  {
    says: 'A result is fetched from where it is redirected to.',
    file: download,
    find: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    caughtBy: runningHub,
    title: 'is not left for another one',
  },
  {
    says: 'A result is fetched from our own network.',
    file: addresses,
    find: 'found.some(isInner)',
    replace: 'found.every(ip => !isIP(ip) && isInner(ip))',
    caughtBy: runningHub,
    title: 'leads to 10.0.0.1',
  },
  {
    says: 'One public address of a name makes up for an inner one.',
    file: addresses,
    find: 'found.some(',
    replace: 'found.every(',
    caughtBy: runningHub,
    title: 'is not asked where its name leads',
  },
  {
    says: 'Results at public addresses are refused.',
    file: addresses,
    find: "['::', 96],",
    replace: "['::', 96],\n  ['::ffff:0:0', 96],",
    caughtBy: runningHub,
    title: 'its name is a public one',
  },
  {
    says: 'A result is fetched without encryption.',
    file: download,
    find: "protocol !== 'https:' ||",
    replace: "protocol === 'file:' ||",
    caughtBy: runningHub,
    title: 'is not asked where it is http',
  },
  {
    says: 'A result of any size is read.',
    file: 'cloudfunctions/_shared/base/readBody.ts',
    find: 'if (size > most) return null;',
    replace: '',
    caughtBy: runningHub,
    title: 'no further than the limit',
  },
  {
    says: 'Whatever comes is stored as a picture.',
    file: save,
    find: 'return cleanPicture(content, environment.RUNNINGHUB_RESULT_BYTES);',
    replace:
      "return { content, mime: 'image/png', extension: 'png', width: cleanPicture.length, height: 1 };",
    caughtBy: runningHub,
    title: 'not stored: html',
  },
  {
    says: 'A picture is stored that cannot bear the mark.',
    file: save,
    find: 'if (!markable.has(picture.mime)) throw',
    replace: 'if (markable.size === 0) throw',
    caughtBy: runningHub,
    title: 'not stored: gif',
  },
  {
    says: 'A generated picture has no mark in its file.',
    file: save,
    find: 'content: withGenerationMark(picture.content, picture.mime, generation) }',
    replace:
      'content: generation ? picture.content : withGenerationMark(content, "", generation) }',
    caughtBy: taskHostile,
    title: 'keeps its mark in the file',
  },
  {
    says: 'A generated picture is shown without its visible mark.',
    file: 'cloudfunctions/imageService/index.ts',
    find: '(!isGeneratedPath(pathOf(key)) || isMarked(key))',
    replace: "(isMarked(key) || key !== '')",
    caughtBy: taskHostile,
    title: 'only with its visible mark',
  },
  {
    says: 'What is being printed is erased when its days are over.',
    file: 'cloudfunctions/storageTimers/expire.ts',
    find: 'rows.filter(({ filePath }) => !used.has(filePath))',
    replace: 'rows.filter(({ filePath }) => used !== null || filePath)',
    caughtBy: taskEngine,
    title: 'are erased when their days are over',
  },
  {
    says: 'Works are kept for ever.',
    file: 'cloudfunctions/storageTimers/expire.ts',
    find: "expireOlder('task_result', resultDays, until)",
    replace: "expireOlder('task_result', 1_000 * resultDays, until)",
    caughtBy: taskEngine,
    title: 'are erased when their days are over',
  },
  {
    says: 'A work that a visitor deletes is only hidden.',
    file: 'cloudfunctions/appTask/index.ts',
    find: "await eraseTask(task, { visibleTo: '' });",
    replace: "await tasks.note(eraseTask && task._id, { visibleTo: '' });",
    caughtBy: taskEngine,
    title: 'are gone with their pictures',
  },
  {
    says: 'A task is deleted while its picture is being made.',
    file: 'cloudfunctions/appTask/index.ts',
    find: 'found.filter(({ status }) => !isActiveTask(status))',
    replace: "found.filter(({ status }) => !isActiveTask(status) || status !== 'created')",
    caughtBy: taskEngine,
    title: 'are gone with their pictures',
  },
  {
    says: 'A user deletes his photos while they are being printed for somebody else.',
    file: closing,
    find: 'if (count > 0) throw',
    replace: 'if (count < 0) throw',
    caughtBy: 'tests/functions/webPrints.test.ts',
    title: 'moves order, prints and photos',
  },
  {
    says: 'The photos of a user who deletes his data stay.',
    file: closing,
    find: 'await eraseAllFiles(_id);',
    replace: 'void eraseAllFiles;',
    caughtBy: taskHostile,
    title: 'is gone with all that is his',
  },
  {
    says: 'What a user wrote stays when he deletes his data.',
    file: closing,
    find: 'await tasks.note(task._id, { inputs: [], nodeInfoList: [], results: [], uploads: {} });',
    replace: '',
    caughtBy: taskHostile,
    title: 'is gone with all that is his',
  },
  {
    says: 'More of an upload is read than was announced.',
    file: 'cloudfunctions/_shared/pictures/staging.ts',
    find: 'Math.min(announcedBytes, limit)',
    replace: 'Math.max(announcedBytes, limit)',
    caughtBy: filesTest,
    title: 'larger than announced',
  },
  {
    says: 'What is announced as too large is read to its end.',
    file: 'cloudfunctions/_shared/base/readBody.ts',
    find: "Number(response.headers.get('content-length')) > most",
    replace: "Number(response.headers.get('content-length')) > most && most < 0",
    caughtBy: filesTest,
    title: 'larger than announced',
  },
  {
    says: 'What is written after an upload has ended stays for ever.',
    file: 'cloudfunctions/_shared/pictures/staging.ts',
    find: 'await files.note(_id, { closed: true });',
    replace: "await files.remove(_id, { status: 'pending' });",
    caughtBy: filesTest,
    title: 'written to once more',
  },
  {
    says: 'Uploads that are not confirmed stay for a day.',
    file: 'cloudfunctions/_shared/base/variables.ts',
    find: 'UPLOAD_CONFIRM_MS: positive(minutes(120))',
    replace: 'UPLOAD_CONFIRM_MS: positive(minutes(1_440))',
    caughtBy: filesTest,
    title: 'after two hours',
  },
];
