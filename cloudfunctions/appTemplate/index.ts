import { type Category } from '#contract/category.ts';
import { keysSetBy } from '#contract/preset.ts';
import type { QuickFunction } from '#contract/quickFunction.ts';
import type { Template } from '#contract/template.ts';
import type { Video } from '#contract/video.ts';
import { appTemplateActions } from '#contract/visitor.ts';
import {
  type CallContext,
  defineFunction,
  type Handlers,
  shown,
} from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { idsOf, repository, sortedBy } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { pathOf } from '../_shared/base/storage.ts';
import { mostPhotosOf } from '../_shared/tasks/plan.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';
import { canRun, publishedTemplate } from '../_shared/templates/published.ts';
import { withTargets } from '../_shared/templates/quickTargets.ts';
import { keywords, presets } from '../_shared/templates/records.ts';
import { findingTemplates, templateSearch } from '../_shared/templates/search.ts';
import { noteMiss } from '../_shared/templates/searchMisses.ts';
import { visitorSettings } from '../_shared/users/opening.ts';
import { signedForVisitor } from '../_shared/users/signedForVisitor.ts';
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

/** With what is below it. Database round trips: 1. */
const withChildren = async (parentId: string) => {
  const children = await categories.find(
    { parentId, status: 'enabled' },
    { fields: ['_id'], limit: MOST_CATEGORIES },
  );
  return [parentId, ...idsOf(children)];
};

const handlers = {
  getTemplates: async request => {
    const listed = async () => {
      const { categoryIds: category, ...filter } = request.filter ?? {};
      return listTemplates(
        category
          ? { ...request, filter: { ...filter, categoryIds: await withChildren(category) } }
          : request,
        published,
      );
    };
    const [{ list, ...rest }, pools] = await Promise.all([listed(), usablePools()]);
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
    const [finding, entries] = await Promise.all([
      findingTemplates(words),
      withTargets(quick.filter(one => isNow(one) && isThere(one))),
    ]);
    return {
      quickFunctions: entries
        .filter(({ targetDead }) => !targetDead)
        .map(one => ({ ...one, icon: one.icon || one.targetPicture })),
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

/** None of them fails the page, which asks for the addresses that are missing. */
const thumbnailsOf = async (asked: Promise<string[]>, context: CallContext) => {
  const [pictures, { imageStyles }] = await Promise.all([asked, settingsOf('system')]);
  const sources = pictures
    .filter(picture => picture && picture === pathOf(picture))
    .map(picture => picture + imageStyles['thumbnail']);
  return signedForVisitor(sources, context).catch(() => []);
};

export const main = defineFunction('appTemplate', appTemplateActions, {
  ...handlers,

  getFirstPage: async ({ pageSize, ...about }, context) => {
    // Each is filtered by itself, so that a damaged record is missing from its list alone.
    const templates = handlers
      .getTemplates({ page: 1, pageSize })
      .then(shown(appTemplateActions.getTemplates));
    const home = handlers.getHome(about).then(shown(appTemplateActions.getHome));
    const covers = templates.then(({ list }) => list.map(({ coverImage }) => coverImage));
    const icons = home.then(({ quickFunctions: quick, localApps }) =>
      [...quick, ...localApps].map(({ icon }) => icon),
    );
    const [getSettings, getTemplates, getCategories, getHome, ...addresses] = await Promise.all([
      visitorSettings(context),
      templates,
      handlers.getCategories().then(shown(appTemplateActions.getCategories)),
      home,
      thumbnailsOf(covers, context),
      thumbnailsOf(icons, context),
    ]);
    const getSignedUrls = { list: addresses.flat() };
    return { getSettings, getTemplates, getCategories, getHome, getSignedUrls };
  },
});
