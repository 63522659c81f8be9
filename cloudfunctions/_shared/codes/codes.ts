import { createHash } from 'node:crypto';
import type { ActivationBatch, ActivationCode, CodeStatus } from '#contract/activationCode.ts';
import { maskCode } from '#contract/codeText.ts';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { randomCode } from '../base/randomCode.ts';
import { repository, stampNew, type Stored } from '../base/repository.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';

export type Job = NonNullable<ActivationBatch['job']> & { reason: string };

export interface StoredBatch extends Stored, Omit<ActivationBatch, keyof Stored | 'job'> {
  job: Job | null;
  grams: string[];
}

export interface StoredCode extends Stored, Omit<ActivationCode, keyof Stored> {
  /** Hash used to find a code; the code itself is encrypted, so that reading the database gives no usable codes. */
  codeHash: string;
  codeCipher: string;
  /** The last four characters, which users read out to support. */
  tail: string;
  ledgerId: string;
  /** End of the membership that the code gave, as shown to the redeemer. */
  grantedUntil?: number | null;
}

export const batches = repository<StoredBatch>('activationBatches');
export const activationCodes = repository<StoredCode>('activationCodes');

/** No salt: a code has 85 random bits. */
export const hashOfCode = (code: string) =>
  createHash('sha256').update(`code ${code}`).digest('hex');

/** `bat_0001_00042`: the id prevents storing two codes with the same serial. */
const codeId = (batchId: string, serial: number) => `${batchId}_${String(serial).padStart(5, '0')}`;

const place = (id: string) => placeOf('activationCodes', id, 'code');
export const openCode = ({ _id, codeCipher }: StoredCode) => unseal(codeCipher, place(_id));

/** The stored fields of a code. */
const sealedCode = (id: string, code: string) => ({
  codeHash: hashOfCode(code),
  codeCipher: seal(code, place(id)),
  codeMask: maskCode(code),
  tail: code.slice(-4),
});

export const newCode = (batch: StoredBatch, serial: number, now: number): StoredCode => {
  const _id = codeId(batch._id, serial);
  const fields = {
    batchId: batch._id,
    serial,
    ...sealedCode(_id, randomCode()),
    status: 'unused' as const,
    expireTime: batch.expireTime,
    usedBy: null,
    usedTime: null,
    ledgerId: '',
    disableReason: '',
  };
  return stampNew(fields, _id, now);
};

type Counts = ActivationBatch['counts'];
const none: Counts = { unused: 0, used: 0, disabled: 0, expired: 0 };

/** Codes per page, which is what one query counts. */
const COUNTED = 1_000;

/** Counted from the codes, some at a time. */
export const countCodes = async ({ _id: batchId, quantity }: StoredBatch): Promise<Counts> => {
  const counts = { ...none };
  for (let from = 0; from < quantity; from += COUNTED) {
    const serial = _.gt(from).and(_.lte(from + COUNTED));
    for (const { value, count } of await activationCodes.sums({ batchId, serial }, [], 'status'))
      counts[value as CodeStatus] += count;
  }
  return counts;
};

/** Counts the codes of a batch anew. */
export const recount = async (batch: StoredBatch): Promise<void> => {
  await batches.note(batch._id, { counts: await countCodes(batch) });
};

/**
 * Counts codes of a batch that went from one state to another. Outside of transactions, so that two codes of a batch do not
 * conflict; recounted hourly.
 */
export const countMoved = async (
  batchId: string,
  from: CodeStatus,
  to: CodeStatus,
  codes = 1,
): Promise<void> => {
  const change = { [`counts.${from}`]: _.inc(-codes), [`counts.${to}`]: _.inc(codes) };
  await batches.note(batchId, change).catch(reporting('codes not counted', batchId));
};
