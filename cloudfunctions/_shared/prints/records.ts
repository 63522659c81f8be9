import { randomInt } from 'node:crypto';
import { normalForm } from '#contract/normalForm.ts';
import type { PackagePrice } from '#contract/packagePrice.ts';
import { type PrintOrder, printOrderEntity } from '#contract/printOrder.ts';
import type { PrintSize } from '#contract/printSize.ts';
import { readSearch } from '#contract/search.ts';
import { dayOf, momentDigits } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import type { AuthoredRecord } from '../base/crud.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';
import { holding, lacks, type Parts } from '../base/search.ts';
import { gramsOf, numberTerms } from '../base/searchTerms.ts';
import { ofUsers, searchWithUser } from '../users/userSearch.ts';

export interface StoredPrintOrder extends Stored, Omit<PrintOrder, keyof Stored> {
  /** The whole address, encrypted; `address` is its masked form. See `address.ts`. */
  addressCipher: string;
  /** Hash to compare two addresses without decrypting them. */
  addressKey: string;
  recipient: string;
  /** The claim code, sealed; '' before its link is asked for, and once it is taken over. See `claimCodes.ts`. */
  claimCipher: string;
  /** Who placed it on the web, where it stays listed after another user has taken it over; '' for others. */
  placedOpenid: string;
  /** WeChat's token of the parcel with this number; absent before it was asked for. */
  waybill?: { no: string; token: string };
  sizeIds: string[];
  files: string[];
  grams: string[];
}

/**
 * `slot`: size and paper for the newest version of a line, otherwise the version's own id; unique, so one line each.
 */
export interface StoredPrice extends AuthoredRecord, Omit<PackagePrice, keyof AuthoredRecord> {
  slot: string;
  /** The line was deleted; its versions stay for the history. */
  deleteTime: number | null;
}

/** A parcel that nobody has asked for. */
export const noLogistics: StoredPrintOrder['logistics'] = printOrderEntity.blank().logistics;

export const printOrders = repository<StoredPrintOrder>('printOrders');
export const printSizes = repository<PrintSize & AuthoredRecord>('printSizes');
export const packagePrices = repository<StoredPrice>('packagePrices');

/** `P`, yyMMdd, the milliseconds of the day and two random digits: ordered by time. */
export const newPrintNo = (now: number, random = randomInt(100)): string =>
  `P${momentDigits(now)}${String(random).padStart(2, '0')}`;

/** `B20261120-0412`: distinguished by minute and a random part, short enough to write on a box. */
export const newBatchNo = (now: number, random = randomInt(10_000)): string =>
  `B${dayOf(now)}-${String(random).padStart(4, '0')}`;

/** Its numbers, and the recipient's name in fragments. */
export const printGrams = ({
  printNo,
  orderNo,
  expressNo,
  address,
  recipient,
}: Pick<
  StoredPrintOrder,
  'printNo' | 'orderNo' | 'expressNo' | 'address' | 'recipient'
>): string[] => [
  ...new Set([
    ...numberTerms(printNo, orderNo, expressNo, address.phoneTail),
    ...gramsOf(recipient),
  ]),
];

/** By a number, or by the name of the recipient or else of the user. */
export const printSearch = async (q: string | undefined): Promise<Parts> => {
  const { kind, value } = readSearch(q);
  if (value === '') return [{}];
  if (kind === 'words')
    return Promise.all([
      holding(printOrders, 'recipient', value),
      ofUsers(value).then(theirs => ({ ...lacks('recipient', value), ...theirs })),
    ]);
  if (kind === 'id')
    return [{ [{ prt: '_id', ord: 'orderId' }[value.slice(0, 3)] ?? 'userId']: value }];
  // The recipient's phone, and the user's.
  return searchWithUser(kind === 'phone' ? value.slice(-4) : value);
};

/** Those that have one of these express numbers; they are among a record's search terms. */
export const withExpressNo = (numbers: string[]): Query => ({
  grams: _.in(numbers.map(number => normalForm(number))),
  expressNo: _.in(numbers),
});

/** Filter names that differ from the record's field names. */
export const printQuery = ({ logisticsStatus, ...filter }: Record<string, unknown> = {}) => ({
  ...filter,
  ...(logisticsStatus !== undefined && { 'logistics.status': logisticsStatus }),
});
