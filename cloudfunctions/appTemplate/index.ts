import { type Category } from '#contract/category.ts';
import { keysSetBy } from '#contract/preset.ts';
import type { QuickFunction } from '#contract/quickFunction.ts';
import type { Template } from '#contract/template.ts';
import type { Video } from '#contract/video.ts';
import { appTemplateActions } from '#contract/visitor.ts';
import { defineFunction, type Handlers, shown } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository, sortedBy } from '../_shared/base/repository.ts';
import { mostPhotosOf } from '../_shared/tasks/plan.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import { canRun, publishedTemplate } from '../_shared/templates/published.ts';
import { keywords, presets } from '../_shared/templates/records.ts';
import { findingTemplates, templateSearch } from '../_shared/templates/search.ts';
import { noteMiss } from '../_shared/templates/searchMisses.ts';
import { visitorSettings } from '../_shared/users/opening.ts';
import { opened } from '../_shared/vod/uses.ts';
import { getLocalApps, offeredApps } from './localApps.ts';

const published = { status: 'online' };
const listTemplates = listing<Template>({
  collection: 'templates',
  defaultSort: [
    ['isRecommend', 'desc'],
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  search: templateSearch,
});
const categories = repository<Category>('categories');
const quickFunctions = repository<QuickFunction>('quickFunctions');
const videos = repository<Video>('videos');

const asOffered = (pools: string[]) => (template: Template) => ({
  ...template,
  suspended: !hasUsableKey(template, pools),
  inputs: template.inputs.map(input =>
    input.type === 'images' ? { ...input, mostPhotos: mostPhotosOf(input) } : input,
  ),
});

/** Asked for only where a template has one, for one more database round trip. */
const videoOf = async (fileId: string) => {
  const [video] = await videos.find({ fileId, status: 'ready' }, { limit: 1 });
  return video?.mediaUrl ? opened(video) : null;
};

const mostImportant = sortedBy('desc', 'sort', 'createTime');
const MOST_PRESETS = 50;
const MOST_QUICK_FUNCTIONS = 50;
const MOST_HOT_WORDS = 10;
const MOST_RECOMMENDED_APPS = 8;

/** Two levels of at most some dozens each; the platform returns at most 1000. */
const MOST_CATEGORIES = 1_000;

const handlers = {
  getTemplates: async request => {
    const [{ list, ...rest }, pools] = await Promise.all([
      listTemplates(request, published),
      usablePools(),
    ]);
    if (rest.total === 0 && request.q && !request.filter) await noteMiss(request.q);
    return { ...rest, list: list.filter(canRun).map(asOffered(pools)) };
  },

  getTemplateById: async ({ id }) => {
    const [template, pools, found] = await Promise.all([
      publishedTemplate(id),
      usablePools(),
      presets.find(
        { templateId: id, status: 'enabled', needsReview: false },
        { sort: mostImportant, limit: MOST_PRESETS },
      ),
    ]);
    // The same answer as for a missing one, so that drafts cannot be discovered.
    if (!template) throw notFound();
    const offered = found.map(preset => ({
      ...preset,
      sets: keysSetBy(preset, template.inputs),
    }));
    const video = template.videoFileId ? await videoOf(template.videoFileId) : null;
    return { ...asOffered(pools)(template), presets: offered, video };
  },

  getHome: async ({ platform, version }) => {
    const now = Date.now();
    const [quick, apps, words] = await Promise.all([
      quickFunctions.find(
        { status: 'enabled', platforms: platform },
        { sort: mostImportant, limit: MOST_QUICK_FUNCTIONS },
      ),
      offeredApps(version, ['name', 'icon', 'isRecommend', 'minVersion']),
      keywords.find(
        { type: 'hot', status: 'enabled' },
        { sort: [['weight', 'desc']], limit: MOST_HOT_WORDS, fields: ['word'] },
      ),
    ]);
    const isNow = ({ startTime, endTime }: QuickFunction) =>
      (startTime ?? 0) <= now && now < (endTime ?? Infinity);
    const offered = new Set(apps.map(({ _id }) => _id));
    const isThere = ({ targetType, targetId }: QuickFunction) =>
      targetType !== 'local_app' || offered.has(targetId);
    const finding = await findingTemplates(words);
    return {
      quickFunctions: quick.filter(one => isNow(one) && isThere(one)),
      localApps: apps.filter(({ isRecommend }) => isRecommend).slice(0, MOST_RECOMMENDED_APPS),
      keywords: words.filter(({ _id }) => finding.has(_id)),
    };
  },

  getLocalApps,

  getCategories: async () => ({
    list: await categories.find(
      { status: 'enabled' },
      {
        sort: mostImportant,
        limit: MOST_CATEGORIES,
      },
    ),
  }),
} satisfies Partial<Handlers<'appTemplate'>>;

export const main = defineFunction('appTemplate', appTemplateActions, {
  ...handlers,

  getFirstPage: async ({ pageSize, ...about }, context) => {
    // Each is filtered by itself, so that a damaged record is missing from its list alone.
    const [getSettings, getTemplates, getCategories, getHome] = await Promise.all([
      visitorSettings(context),
      handlers.getTemplates({ page: 1, pageSize }).then(shown(appTemplateActions.getTemplates)),
      handlers.getCategories().then(shown(appTemplateActions.getCategories)),
      handlers.getHome(about).then(shown(appTemplateActions.getHome)),
    ]);
    return { getSettings, getTemplates, getCategories, getHome };
  },
});
