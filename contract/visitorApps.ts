import { appVersion, localAppCategoryEntity, localAppEntity } from './localApp.ts';
import { z } from './zod.ts';

/** A local app as the mini-program opens it, and the web tells of it. */
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
export const recommendedApp = publicLocalApp.pick({ _id: true, name: true, icon: true });
export type RecommendedApp = z.output<typeof recommendedApp>;

/** Which version of the mini-program asks: what needs a later one is left out. Without it nothing is. */
export const version = appVersion.optional();

export const localApps = z.object({
  categories: z.array(localAppCategoryEntity.record.pick({ _id: true, name: true, icon: true })),
  /** The recommended ones first. `categoryId` is one of the categories, or ''. */
  list: z.array(publicLocalApp),
});
