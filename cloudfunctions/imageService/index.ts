import { imageServiceActions } from '#contract/file.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { signedForVisitor } from '../_shared/users/signedForVisitor.ts';

export const main = defineFunction('imageService', imageServiceActions, {
  getSignedUrl: async ({ url, ...options }, context) => {
    const [signed] = await signedForVisitor([url], context, options);
    if (!signed || (signed.url === '' && !('unmade' in signed))) throw notFound();
    return signed;
  },

  getSignedUrls: async ({ urls, ...options }, context) => ({
    list: await signedForVisitor(urls, context, options),
  }),
});
