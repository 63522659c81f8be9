import { byId, listInput, listOutput, paging, publicRead } from './action.ts';
import { categoryEntity } from './category.ts';
import { imageServiceActions } from './file.ts';
import { appVersion, localAppCategoryEntity, localAppEntity } from './localApp.ts';
import { presetEntity } from './preset.ts';
import { quickFunctionEntity, quickPlatforms } from './quickFunction.ts';
import { systemSettingsActions } from './settings.ts';
import { oneOf } from './states.ts';
import { templateEntity } from './template.ts';
import { templateInput } from './templateInput.ts';
import { videoEntity } from './video.ts';
import { id, z } from './zod.ts';

const publicInput = templateInput
  .omit({ nodeId: true, fieldName: true, nodeClass: true })
  .strip()
  .extend({
    /** How many photos an input of the type `images` takes. */
    mostPhotos: z.int().optional(),
  });
export type PublicInput = z.output<typeof publicInput>;

/** What a visitor may see of a published template: no workflow, no keys, no author. */
export const publicTemplate = templateEntity.record
  .pick({
    _id: true,
    name: true,
    subtitle: true,
    description: true,
    coverImage: true,
    beforeImage: true,
    afterImage: true,
    sampleImages: true,
    categoryIds: true,
    costCredits: true,
    priceFen: true,
    vipOnly: true,
    isRecommend: true,
    isNew: true,
    publishTime: true,
    model: true,
    modelNumber: true,
  })
  .extend({
    /** Cannot be started now, because no key of its pool works. */
    suspended: z.boolean().default(false),
    /** How long a task usually takes; 0 where nothing is known. */
    averageSec: z.number().default(0),
    inputs: z.array(publicInput).default([]),
  });
export type PublicTemplate = z.output<typeof publicTemplate>;

/** The video that shows a template's effect; its addresses are valid for some hours. */
const publicVideo = videoEntity.record.pick({
  mediaUrl: true,
  coverUrl: true,
  durationSec: true,
  width: true,
  height: true,
});
export type PublicVideo = z.output<typeof publicVideo>;

const publicPreset = presetEntity.record
  .pick({ _id: true, name: true, coverImage: true, tags: true, isDefault: true })
  .extend({
    /** Keys of the inputs that it sets, which the visitor does not fill in. */
    sets: z.array(z.string()),
  });
export type PublicPreset = z.output<typeof publicPreset>;

const publicQuickFunction = quickFunctionEntity.record.pick({
  _id: true,
  title: true,
  icon: true,
  badge: true,
  targetType: true,
  targetId: true,
  path: true,
  appid: true,
});
export type PublicQuickFunction = z.output<typeof publicQuickFunction>;

/** A local app as the mini-program opens it, and as the web describes it. */
const publicLocalApp = localAppEntity.record.pick({
  _id: true,
  appCode: true,
  name: true,
  icon: true,
  coverImage: true,
  description: true,
  categoryId: true,
  entryPath: true,
  config: true,
  minVersion: true,
  costCredits: true,
  isRecommend: true,
});
export type PublicLocalApp = z.output<typeof publicLocalApp>;

/** On the home page. */
const recommendedApp = publicLocalApp.pick({ _id: true, name: true, icon: true });
export type RecommendedApp = z.output<typeof recommendedApp>;

/** Which version of the mini-program asks: what needs a later one is left out. Without it nothing is. */
const version = appVersion.optional();

const localApps = z.object({
  categories: z.array(localAppCategoryEntity.record.pick({ _id: true, name: true, icon: true })),
  /** The recommended ones first. `categoryId` is one of the categories, or ''. */
  list: z.array(publicLocalApp),
});

const publicKeyword = z.object({ _id: z.string(), word: z.string() });

const publicCategory = categoryEntity.record.pick({
  _id: true,
  name: true,
  parentId: true,
  description: true,
  coverImage: true,
});
export type PublicCategory = z.output<typeof publicCategory>;

const actions = {
  /**
   * Published templates only, recommended first, then by `sort` descending; a category has those of its enabled children
   * too.
   */
  getTemplates: publicRead({
    input: listInput(
      { categoryIds: id, keywordIds: z.string().max(64), isRecommend: z.boolean() },
      ['sort', 'createTime'],
    ),
    output: listOutput(publicTemplate),
    example: { page: 1, pageSize: 20 },
  }),
  getTemplateById: publicRead({
    input: byId,
    output: publicTemplate.extend({
      presets: z.array(publicPreset),
      /** Null where it has none, or none that can be played now. */
      video: publicVideo.nullable(),
    }),
    example: { id: 'tpl_0001' },
  }),
  /** What the home page shows besides templates: quick functions of a platform, recommended local apps, popular search words. */
  getHome: publicRead({
    input: z.strictObject({ platform: oneOf(quickPlatforms).default('h5'), version }),
    output: z.object({
      quickFunctions: z.array(publicQuickFunction),
      localApps: z.array(recommendedApp),
      keywords: z.array(publicKeyword),
    }),
    example: {},
  }),
  /**
   * Enabled local apps with their categories: all that opening one takes. Each use is reported with
   * `appUser.useLocalApp`.
   */
  getLocalApps: publicRead({
    input: z.strictObject({ version }),
    output: localApps,
    example: { version: '1.2.0' },
  }),
  /** Enabled categories. */
  getCategories: publicRead({
    input: z.strictObject({}),
    output: z.object({ list: z.array(publicCategory) }),
    example: {},
  }),
};

export const appTemplateActions = {
  ...actions,
  /**
   * What a first page reads, in one call: what these actions answer, by their names. The addresses are those of the
   * thumbnails on it; the page asks for those that are missing.
   */
  getFirstPage: publicRead({
    input: z.strictObject({ pageSize: paging.pageSize, ...actions.getHome.input.shape }),
    output: z.object({
      getSettings: systemSettingsActions.getSettings.output,
      getTemplates: actions.getTemplates.output,
      getCategories: actions.getCategories.output,
      getHome: actions.getHome.output,
      getSignedUrls: imageServiceActions.getSignedUrls.output,
    }),
    example: {},
  }),
};
