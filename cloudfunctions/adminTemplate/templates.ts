import { isDeepStrictEqual } from 'node:util';
import { codes } from '#contract/envelope.ts';
import { categorySentences } from '#contract/sentences/categories.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { legalSentences } from '#contract/sentences/legal.ts';
import { templateSentences } from '#contract/sentences/templates.ts';
import { videoSentences } from '#contract/sentences/videos.ts';
import { mayMove } from '#contract/states.ts';
import {
  moveAtOf,
  type Template,
  templateEntity,
  type TemplateStatus,
  templateStatuses,
} from '#contract/template.ts';
import {
  missingSentence,
  missingToPublish,
  missingToRun,
  triedFields,
} from '#contract/templatePublishing.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { ActionError, invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { patched, repository, type Stored } from '../_shared/base/repository.ts';
import { missingNow } from '../_shared/legal/published.ts';
import { withMissingKey } from '../_shared/tasks/service.ts';
import { templateSearch } from '../_shared/templates/search.ts';
import { noteVideoUse } from '../_shared/vod/uses.ts';

const categories = repository<Stored>('categories');
const keywords = repository<Stored>('keywords');
const videos = repository<Stored>('videos');

export interface References {
  categoryIds?: string[] | undefined;
  keywordIds?: string[] | undefined;
  videoFileId?: string | undefined;
}

/** References to missing records are refused beside their field. */
export const checkReferences = async (fields: References) => {
  const missing = async (collection: typeof categories, ids: string[] = []) =>
    ids.length > 0 && (await collection.count({ _id: _.in(ids) })) < new Set(ids).size;
  const { videoFileId } = fields;
  const [category, keyword, video] = await Promise.all([
    missing(categories, fields.categoryIds),
    missing(keywords, fields.keywordIds),
    videoFileId && (await videos.count({ fileId: videoFileId, status: _.neq('deleting') })) === 0,
  ]);
  if (category || keyword || video) {
    throw invalid({
      ...(video && { videoFileId: videoSentences.chosenGone }),
      ...(category && { categoryIds: categorySentences.chosenGone }),
      ...(keyword && { keywordIds: keywordSentences.chosenGone }),
    });
  }
};

const written = crud(templateEntity, {
  initial: { status: 'draft' },
  check: fields => checkReferences(fields),
  finds: templateSearch,
  beside: async ({ status, priceFen }, patch) => {
    const isSold = status === 'online' && priceFen !== null;
    if (isSold && ('status' in patch || 'priceFen' in patch)) await markDue('virtualGoods');
  },
  derive: (fields, before) =>
    'onlineAt' in fields || 'offlineAt' in fields
      ? { moveAt: moveAtOf({ ...before, ...fields }) }
      : {},
});

type Times = Partial<Pick<Template, 'onlineAt' | 'offlineAt'>>;

/** Times to come, in their order. @throws 40001 */
const checkTimes = (fields: Times, before: Times | null | undefined): void => {
  const { timePassed, offlineBeforeOnline } = templateSentences;
  for (const field of ['onlineAt', 'offlineAt'] as const) {
    const time = fields[field];
    if (time != null && time !== before?.[field] && time <= Date.now())
      throw invalid({ [field]: timePassed });
  }
  const { onlineAt, offlineAt } = { ...before, ...fields };
  if (onlineAt != null && offlineAt != null && offlineAt <= onlineAt)
    throw invalid({ offlineAt: offlineBeforeOnline });
};

/** The job looks at them then; a time that is taken back costs it one look for nothing. */
const markTimes = async ({ onlineAt, offlineAt }: Times): Promise<void> => {
  for (const time of [onlineAt, offlineAt]) if (time != null) await markDue('templateTimes', time);
};

/** Every write of a template, which notes on its video whether it is in use. */
export const templates: typeof written = {
  ...written,
  create: async (...given) => {
    checkTimes(given[0], null);
    const created = await written.create(...given);
    await markTimes(created);
    await noteVideoUse(created.videoFileId);
    return created;
  },
  update: async (...given) => {
    const [, , fields, , before] = given;
    checkTimes(fields, before);
    const updated = await written.update(...given);
    await markTimes(fields);
    if ('videoFileId' in fields) await noteVideoUse(before?.videoFileId, updated.videoFileId);
    return updated;
  },
  remove: async (...given) => {
    const [, , , before] = given;
    const removed = await written.remove(...given);
    await noteVideoUse(before?.videoFileId);
    return removed;
  },
};

/**
 * Refuses what lacks something, with a sentence beside each field.
 * @param missing without the keys, which are looked for here
 */
export const refuseMissing = (
  missing: Record<string, string>,
  template: Template,
  pools: string[],
): void => {
  const all = withMissingKey(missing, template, pools);
  if (!isEmpty(all))
    throw new ActionError(codes.invalidInput, missingSentence(all), { fields: all });
};

/** Takes an online template offline if it could no longer run with these fields. */
export const offlineIfBroken = (before: Template, fields: object): { status?: 'offline' } =>
  before.status === 'online' && !isEmpty(missingToRun(patched(before, fields)))
    ? { status: 'offline' }
    : {};

/** What follows from these changes: an older trial says nothing about another workflow. */
export const followingFrom = (before: Template, fields: Partial<Template>): Partial<Template> => ({
  ...offlineIfBroken(before, fields),
  ...(triedFields.some(
    field => field in fields && !isDeepStrictEqual(fields[field], before[field]),
  ) && {
    trialPassed: false,
  }),
});

const isEmpty = (missing: object) => Object.keys(missing).length === 0;

const TRIES = 8;

/**
 * Rules that depend on the whole template hold for the version they have seen, so the write is pinned to it. Without a
 * `rev` from the caller, the rules are applied again to a newer version.
 */
const updateJudged = async (
  id: string,
  rev: number | undefined,
  judge: (before: Template) => Partial<Template>,
  context: AdminContext,
  found: Template | null,
): Promise<Template> => {
  let seen = found;
  for (let tries = 0; ; tries += 1) {
    const before = existing(seen, rev);
    try {
      return await templates.update(id, before.rev, judge(before), context, before);
    } catch (error) {
      const beaten = error instanceof ActionError && error.code === codes.conflict;
      if (!beaten || rev !== undefined || tries >= TRIES) throw error;
      seen = await templates.records.get(id);
    }
  }
};

/** What going online depends on besides the template. */
export interface Readiness {
  /** With a usable key. */
  pools: string[];
  /** What the law asks for and the settings do not say; only looked for where something goes online. */
  missing: readonly string[];
}

export const missingFor = async ({ field, value }: { field: string; value: unknown }) =>
  field === 'status' && value === 'online' ? missingNow() : [];

const movedTo =
  (to: TemplateStatus, { pools, missing }: Readiness) =>
  (before: Template) => {
    if (!mayMove(templateEntity.transitions, before.status, to)) {
      throw stateNotAllowed(
        templateSentences.illegalMove(
          templateStatuses[before.status].label,
          templateStatuses[to].label,
        ),
      );
    }
    if (to === 'online') {
      refuseMissing(missingToPublish(before), before, pools);
      if (missing.length > 0) throw stateNotAllowed(legalSentences.missing(missing), { missing });
    }
    return { status: to, publishTime: to === 'online' ? Date.now() : before.publishTime };
  };

/** The fields checked for publishing. */
const judged: readonly string[] = ['name', 'coverImage', 'categoryIds'];

/** Sets one field; for `status`, by the rules of states and publishing. */
export const setField = async (
  id: string,
  { field, value }: { field: string; value: unknown },
  rev: number | undefined,
  context: AdminContext,
  before: Template | null,
  readiness: Readiness,
): Promise<Template> => {
  if (field === 'status') {
    return updateJudged(id, rev, movedTo(value as TemplateStatus, readiness), context, before);
  }
  const set = { [field]: value };
  if (!judged.includes(field)) return templates.update(id, rev, set, context, before);
  const judge = (now: Template) => ({ ...set, ...offlineIfBroken(now, set) });
  return updateJudged(id, rev, judge, context, before);
};
