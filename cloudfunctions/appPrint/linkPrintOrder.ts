import { codes } from '#contract/envelope.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { report } from '../_shared/base/log.ts';
import { randomCode } from '../_shared/base/randomCode.ts';
import { seal, unseal } from '../_shared/base/secrets.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import {
  claimIdOf,
  claimPlace,
  linkPlace,
  openClaimCode,
  printClaims,
} from '../_shared/prints/claimCodes.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import { urlLink } from '../_shared/weChat/urlLink.ts';

const isOpen = ({ source, status, claim, expireTime }: StoredPrintOrder) =>
  source === 'web' && status === 'pending' && !claim && (expireTime ?? 0) > Date.now();

/** Made when it is first asked for; '' where the order was taken over or closed meanwhile. */
const claimCodeOf = async (seen: StoredPrintOrder): Promise<string> => {
  const known = openClaimCode(seen);
  if (known) return known;
  const { _id: printId, orderId } = seen;
  const code = randomCode();
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredPrintOrder>('printOrders', printId);
    if (!isOpen(before)) return '';
    // A concurrent call was first.
    if (before.claimCipher !== seen.claimCipher) return openClaimCode(before);
    const claimCipher = seal(code, claimPlace(printId));
    await transaction.note('printOrders', printId, { claimCipher });
    await transaction.insert('printClaims', { _id: claimIdOf(code), orderId, printId });
    return code;
  });
};

/** The link into the mini-program, where the order is taken over and paid. WeChat makes it once; then it is kept. */
export const linkPrintOrder = async (print: StoredPrintOrder): Promise<{ url: string }> => {
  const { claimPage: path, state } = (await settingsOf('notification')).miniProgram;
  const code = path && isOpen(print) ? await claimCodeOf(print) : '';
  if (!code) return { url: '' };
  const claimId = claimIdOf(code);
  const place = linkPlace(claimId);
  const { link } = await printClaims.require(claimId);
  const to = `${state} ${path}`;
  if (link?.to === to) return { url: unseal(link.cipher, place) };
  const expireTime = print.expireTime ?? 0;
  const made = await urlLink({ path, state, query: `claim=${code}`, expireTime });
  if (made.kind === 'unset') return { url: '' };
  if (made.kind !== 'ok') {
    if (made.kind === 'refused')
      report(`link refused by WeChat: ${made.code}`, undefined, print._id);
    throw new ActionError(codes.thirdParty);
  }
  const url = made.data.url_link;
  await printClaims.note(claimId, { link: { to, cipher: seal(url, place) } });
  return { url };
};
