import { type Category } from '#contract/category.ts';
import type { Keyword } from '#contract/keyword.ts';
import { keysSetBy, type Preset } from '#contract/preset.ts';
import type { QuickFunction, QuickTarget } from '#contract/quickFunction.ts';
import type { Template } from '#contract/template.ts';
import type { Video } from '#contract/video.ts';
import { appTemplateActions } from '#contract/visitor.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { mostPhotosOf } from '../_shared/tasks/plan.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import { canRun, publishedTemplate } from '../_shared/templates/published.ts';
import { findingTemplates, templateSearch } from '../_shared/templates/search.ts';
import { noteMiss } from '../_shared/templates/searchMisses.ts';
import { opened } from '../_shared/vod/uses.ts';

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
const presets = repository<Preset>('templatePresets');
const quickFunctions = repository<QuickFunction>('quickFunctions');
const keywords = repository<Keyword>('keywords');
const videos = repository<Video>('videos');

const asOffered = (pools: string[]) => (template: Template) => ({
  ...template,
  suspended: !hasUsableKey(template, pools),
  inputs: template.inputs.map(input =>
    input.type === 'images' ? { ...input, mostPhotos: mostPhotosOf(input) } : input,
  ),
});

/** Asked for only where a template has one: then one wait more. */
const videoOf = async (fileId: string) => {
  const [video] = await videos.find({ fileId, status: 'ready' }, { limit: 1 });
  return video?.mediaUrl ? opened(video) : null;
};

const mostImportant: [string, 'asc' | 'desc'][] = [
  ['sort', 'desc'],
  ['createTime', 'desc'],
];
const MOST_PRESETS = 50;
const MOST_QUICK_FUNCTIONS = 50;
const MOST_HOT_WORDS = 10;
/** Others open something of a mini-program. */
const opensOnWeb = new Set<QuickTarget>(['template', 'category', 'url']);

/** Two levels of at most some dozens each; the platform returns at most 1000. */
const MOST_CATEGORIES = 1_000;

export const main = defineFunction('appTemplate', appTemplateActions, {
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

  getHome: async () => {
    const now = Date.now();
    const [quick, words] = await Promise.all([
      quickFunctions.find(
        { status: 'enabled', platforms: 'h5' },
        { sort: mostImportant, limit: MOST_QUICK_FUNCTIONS },
      ),
      keywords.find(
        { type: 'hot', status: 'enabled' },
        { sort: [['weight', 'desc']], limit: MOST_HOT_WORDS, fields: ['word'] },
      ),
    ]);
    const isNow = ({ startTime, endTime }: QuickFunction) =>
      (startTime ?? 0) <= now && now < (endTime ?? Infinity);
    const finding = await findingTemplates(words);
    return {
      keywords: words.filter(({ _id }) => finding.has(_id)),
      quickFunctions: quick.filter(one => opensOnWeb.has(one.targetType) && isNow(one)),
    };
  },

  getCategories: async () => ({
    list: await categories.find(
      { status: 'enabled' },
      {
        sort: mostImportant,
        limit: MOST_CATEGORIES,
      },
    ),
  }),
});
