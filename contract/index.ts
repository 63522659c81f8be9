import type { z } from 'zod';
import type { Actions } from './action.ts';
import { activationCodeActions } from './activationCode.ts';
import { adminAuthActions } from './admin.ts';
import { administratorActions } from './administrator.ts';
import { adminSettingsActions } from './adminSettings.ts';
import { apiKeyActions } from './apiKey.ts';
import { approvalActions } from './approval.ts';
import { appUserActions } from './appUser.ts';
import { auditLogActions } from './auditLog.ts';
import { categoryActions } from './category.ts';
import { compensationActions } from './compensation.ts';
import { dashboardActions } from './dashboard.ts';
import { entities } from './entities.ts';
import { exportActions } from './export.ts';
import { feedbackActions } from './feedback.ts';
import { adminStorageActions, imageCopyActions, imageServiceActions } from './file.ts';
import { keywordActions } from './keyword.ts';
import { localAppActions } from './localApp.ts';
import { messageActions } from './message.ts';
import { orderActions } from './order.ts';
import { packageActions } from './package.ts';
import { packagePriceActions } from './packagePrice.ts';
import { presetActions } from './preset.ts';
import { printArchiveActions } from './printArchive.ts';
import { printOrderActions } from './printOrderActions.ts';
import { reconciliationActions } from './reconciliation.ts';
import { systemSettingsActions } from './settings.ts';
import { taskActions } from './task.ts';
import { templateActions } from './templateActions.ts';
import { todoActions } from './todo.ts';
import { adminUserActions } from './userActions.ts';
import { vodActions } from './video.ts';
import { appTemplateActions } from './visitor.ts';
import { appOrderActions } from './visitorOrder.ts';
import { appPrintActions } from './visitorPrint.ts';
import { appTaskActions } from './visitorTask.ts';
import { appUploadActions } from './visitorUpload.ts';

/** What entities do not have by themselves: functions with actions of their own. */
const declared = {
  adminAuth: adminAuthActions,
  adminAdministrator: administratorActions,
  adminTemplate: templateActions,
  adminTemplatePreset: presetActions,
  adminCategory: categoryActions,
  keyword: keywordActions,
  adminLocalApp: localAppActions,
  adminAuditLog: auditLogActions,
  adminExport: exportActions,
  adminDashboard: { ...dashboardActions, ...todoActions },
  adminUser: adminUserActions,
  adminTask: taskActions,
  adminCompensation: compensationActions,
  adminFeedback: feedbackActions,
  adminMessage: messageActions,
  adminApiKey: apiKeyActions,
  adminActivationCode: activationCodeActions,
  appUser: appUserActions,
  adminStorage: adminStorageActions,
  adminSettings: adminSettingsActions,
  vodService: vodActions,
  systemSettings: systemSettingsActions,
  imageService: imageServiceActions,
  imageCopy: imageCopyActions,
  appTemplate: appTemplateActions,
  adminOrder: { ...orderActions, ...approvalActions },
  adminReconciliation: reconciliationActions,
  adminPackage: packageActions,
  appOrder: appOrderActions,
  adminPackagePrice: packagePriceActions,
  adminPrintOrder: printOrderActions,
  adminPrintArchive: printArchiveActions,
  appPrint: appPrintActions,
  appTask: appTaskActions,
  appUpload: appUploadActions,
} satisfies Record<string, Actions>;

type OfEntities = {
  [N in keyof typeof entities as (typeof entities)[N]['function']]: (typeof entities)[N]['actions'];
};

/**
 * Every function and action of the product. The types of both sides are derived from it: a function without a
 * handler for one of its actions, or a call of an action that does not exist, does not compile.
 */
export type Functions = typeof declared & Omit<OfEntities, keyof typeof declared>;
export const functions = {
  ...declared,
  ...Object.fromEntries(
    Object.values(entities)
      .filter(one => !(one.function in declared))
      .map(one => [one.function, one.actions]),
  ),
} as unknown as Functions;

export type FunctionName = keyof Functions;
export type ActionName<F extends FunctionName> = keyof Functions[F] & string;

/** What the caller sends. */
export type ActionData<F extends FunctionName, A extends ActionName<F>> = Functions[F][A] extends {
  input: infer I extends z.ZodType;
}
  ? z.input<I>
  : never;

/** What the handler receives: parsed, with defaults. */
export type ActionInput<F extends FunctionName, A extends ActionName<F>> = Functions[F][A] extends {
  input: infer I extends z.ZodType;
}
  ? z.output<I>
  : never;

/** What the handler may return, before the output schema filters it. */
export type ActionResult<
  F extends FunctionName,
  A extends ActionName<F>,
> = Functions[F][A] extends {
  output: infer O extends z.ZodType;
}
  ? z.input<O>
  : never;

/** What the caller receives. */
export type ActionOutput<
  F extends FunctionName,
  A extends ActionName<F>,
> = Functions[F][A] extends {
  output: infer O extends z.ZodType;
}
  ? z.output<O>
  : never;
