import type { RegisteredAction } from '../world/registry.ts';
import type { Cost } from '../world/waits.ts';

/** Waits that need no explanation. */
export const allowanceOf = ({ action, definition }: RegisteredAction): number => {
  const { access, effect } = definition;
  // What is deleted goes once its audit row is stored.
  if (effect === 'write') return action.startsWith('delete') ? 4 : 3;
  // What visitors are shown of a record depends on it, and on their account.
  return access === 'admin' ? 1 : 2;
};

const transaction = 'one transaction: begin, reads, writes, audit row, commit';
const credits = `${transaction}; after a conflict, once more in the user's lock`;
const counted = `${transaction}; then it is counted`;
const gateway = 'the payment gateway is asked between transactions, each with its audit row';
const provider = 'the generator is asked in between';
const password = 'attempts are counted before the password is looked at';
const code = 'attempts are counted before the code is looked at';
const inside = 'what each category on the page holds is counted once the page is known';
const target = 'what they lead to is looked up once they are known';
const settings = `${transaction}; the version before is kept beside it`;
const codes = 'codes are changed page by page, then counted';
const removal = 'the record goes once its audit row is stored';
const spelling = 'a tag that is there keeps its spelling, which is looked up first';
const seen =
  'a look at pictures of users is in the log beside their addresses, which are not counted here';
const thumbnails = `the addresses of thumbnails follow the rows, in place of a call; ${seen}`;
const ofOwnOrder =
  'calls are counted first, then the order is read, changed and its audit row stored';
const upload = 'row first, bytes second, row again';

/** Why an action waits more often than that, where it is not one transaction alone. */
export const reasons: Record<string, string> = {
  'adminAuth.logout': removal,
  'adminAuth.revokeSession': removal,
  'adminAuth.saveView': 'one under the same name is looked for first, and how many there are',
  'adminAdministrator.revokeAdministratorSession': removal,
  'appTemplate.getFirstPage': 'the addresses of its pictures are read once these are known',
  'adminUser.setTags': spelling,
  'adminUser.changeTags': spelling,
  'adminActivationCode.exportBatch': 'it is counted once its audit row is stored',
  'appTask.rateTask': 'calls are counted first; the first one of a minute makes the counter',
  'adminAuth.login': password,
  'adminAuth.changePassword': password,
  'adminAuth.confirmLogin': code,
  'adminAuth.beginSecondFactor': password,
  'adminAuth.disableSecondFactor': password,
  'adminAuth.renewRecoveryCodes': `${code}; ${transaction}`,
  'adminAdministrator.getAdministrators': 'devices are counted once the page is known',
  'adminAdministrator.getRoles': 'administrators are counted once the roles are known',
  'adminAdministrator.getRoleById': 'administrators are counted once the role is known',
  'adminAdministrator.updateRole':
    'the role is read again beside the rights of the one who changes it',
  'adminAdministrator.deleteRole': `the role is read again beside the rights of the one who changes it; ${removal}`,
  'adminPrintOrder.getPrintFiles': seen,
  'adminStorage.getImages': thumbnails,
  'adminTemplate.getTemplates': thumbnails,
  'adminTemplatePreset.updatePreset': 'its template is looked up once the preset is known',
  'adminTemplatePreset.restoreRevision': 'its template is looked up once the preset is known',
  'adminCategory.getCategories': inside,
  'adminCategory.mergeCategory': 'templates move in pages before the category goes',
  'keyword.batchCreateKeywords': 'what exists is looked up after the rows are checked',
  'keyword.batchUpsertKeywords': 'what exists is looked up after the rows are checked',
  'keyword.getSearchMisses': 'keywords like them are looked for behind the page',
  'keyword.addSynonym': 'the search is taken from its list when the keyword has it',
  'keyword.mergeKeywords': 'templates move in pages before the keywords go',
  'adminLocalApp.getCategories': inside,
  'adminQuickFunction.getQuickFunctions': target,
  'adminQuickFunction.getQuickFunctionById': target,
  'adminUser.updateUserStatus': `${transaction}; then the user's unfinished tasks are looked up`,
  'adminTask.syncTask': provider,
  'adminTask.cancelTask': `${credits}; then it is counted`,
  'adminDashboard.getTodo':
    'what is looked for depends on the role; templates without a key, once the usable pools are known',
  'adminDashboard.claimTodo': 'that it still waits is looked at first; an audit row',
  'adminTemplate.runTrial': `photos are looked at once the template is known; unfinished trials are counted in a lock; ${transaction}`,
  'adminTemplate.cancelTrial': 'in a transaction, as every end of a task',
  'adminTemplate.useTrialPicture':
    'the task names template and files; the picture is read and stored as a copy, then the template changes',
  'adminFeedback.handleFeedback': 'reads the work too, whose credits may be back',
  'adminTask.passTask': `${transaction}; then it is counted`,
  'adminTask.rejectTask': `${credits}; then it is counted`,
  'adminTask.retryTask': credits,
  'adminTask.refundTaskCredits': credits,
  'adminApiKey.setApiKeyStatus': 'how many keys are left in its pool is asked before one is paused',
  'adminActivationCode.createBatch': `${transaction}; then the codes are made`,
  'adminActivationCode.extendBatch': codes,
  'adminActivationCode.disableCodes': codes,
  'adminActivationCode.restoreCode': counted,
  'adminActivationCode.redeemForUser': counted,
  'adminFeedback.reopenFeedback': 'the settings say how long the new term is',
  'appUser.answerFeedback': `whose it is, and how many were sent, is known first; ${transaction}`,
  'appUser.getFeedbacks': 'the account is looked up first',
  'appUser.getLog': 'the account is looked up first',
  'appUser.getMessages': 'the account is looked up first',
  'appUpload.getPhotos': 'the account is looked up first',
  'appUser.getConsents': 'the account is looked up first',
  'adminSettings.getLegalText': 'which version is current is read first',
  'adminSettings.getLegalTexts': 'which versions are current is read first',
  'adminSettings.publishLegalText':
    'the number of the version, then one transaction: begin, reads, writes, audit row, commit',
  'appUser.useLocalApp': credits,
  'appUser.keepWechatSession': 'WeChat is asked whose code it is, then the account is looked up',
  'appUser.redeemCode': `wrong tries are counted first; ${counted}`,
  'adminStorage.uploadImage': upload,
  'adminStorage.batchDelete': 'what uses each file is looked up before it goes',
  'adminStorage.removeUserImage': `which tasks show it, and what uses it, is looked up first; ${transaction}`,
  'adminStorage.confirmUpload': upload,
  'adminSettings.updateSettings': settings,
  'adminSettings.updatePaymentSettings': settings,
  'adminSettings.updateNotificationSettings': settings,
  'adminSettings.restoreSetting': settings,
  'adminMessage.sendServiceMessage': 'whom the record belongs to, only the record tells',
  'vodService.getVideos': 'templates name the videos of the page by their numbers',
  'vodService.setVideoCover': 'the video service is asked after the state is taken',
  'vodService.processVideo': 'the video service is asked after the state is taken',
  'adminOrder.updateOrderStatus': gateway,
  'adminOrder.previewRefund': 'what its user has left is looked up once the order is known',
  'adminOrder.processRefund': gateway,
  'adminOrder.markPaidOffline': gateway,
  'adminOrder.retryFulfil': counted,
  'adminOrder.retryRefund': gateway,
  'adminOrder.syncRefund': gateway,
  'adminOrder.voidRefund': gateway,
  'adminOrder.applyAbnormalRefund': gateway,
  'adminOrder.getApprovals': 'which kinds the role sees is known with the session',
  'adminOrder.approveRequest': `what the record holds decides; ${transaction}`,
  'adminReconciliation.runDay':
    'the day is taken, its bill is fetched, and each page of it is looked up, stored and noted',
  'appOrder.createOrder':
    "limits are counted, then the order is stored with its user's turn; then the gateway is asked for a way to pay",
  'appOrder.cancelOrder': gateway,
  'appOrder.askForInvoice': ofOwnOrder,
  'appOrder.askRefund': ofOwnOrder,
  'appOrder.withdrawRefundAsk': ofOwnOrder,
  'adminPackagePrice.getPriceHistory': 'which line a version belongs to, only the version tells',
  'adminPackagePrice.setPackagePriceStatus': 'the other versions of the line take its status',
  'adminPrintOrder.holdPrintOrder': `${transaction}, with the message to the user`,
  'adminPrintArchive.checkPrintPhotos': 'which photos are looked at, only the print orders tell',
  'adminCompensation.createCompensation': 'whom it is for is stored before it',
  'adminPrintArchive.createPrintArchive':
    'which photos are looked at, only the print orders tell; then the archive with its audit row',
  'adminPrintOrder.setShipping':
    'the number is claimed before the parcel bears it, the upload is noted in the order, then it is counted',
  'adminPrintOrder.createReprint': counted,
  'appPrint.createPrintOrder': `${transaction}; then the gateway is asked for a way to pay`,
  'appPrint.claimPrintOrder':
    'wrong tries are counted first, then the code leads to the order; the gateway closes the code of its page, then is asked for a way to pay',
  'appPrint.replacePhoto': 'the photo is checked before the order is read and changed',
  'appPrint.confirmReceipt': counted,
  'appUser.getLedger': 'the account is looked up first',
  'appUser.sendFeedback': 'how many were sent is counted first; then it is logged',
  'appTask.quote':
    'the queue of its pool is looked at once the template is known; where tasks wait, those before it are counted',
  'appTask.createTask': `photo and queue are looked at once the template is known; ${credits}`,
  'appTask.getTasks': 'the place of those that wait is counted once they are known',
  'appTask.cancelTask': `${credits}; then it is counted`,
  'appUpload.confirmUpload': upload,
};

/** Why an action waits more often than most. */
export const whyMore = (title: string, { transactions }: Cost): string =>
  reasons[title] ?? (transactions > 0 ? transaction : '');
