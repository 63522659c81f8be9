import { createHash } from 'node:crypto';
import type { ActivationBatch, ActivationCode, CodeStatus } from '#contract/activationCode.ts';
import { codeStatuses } from '#contract/activationCode.ts';
import { maskCode } from '#contract/codeText.ts';
import { randomCode } from '../base/randomCode.ts';
import { repository, stampNew, type Stored } from '../base/repository.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';

const codeStatusList = Object.keys(codeStatuses) as CodeStatus[];

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
  /** End of the membership that the code gave, as told to the redeemer. */
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

/** Counted from the codes. One wait. */
export const countCodes = async (batchId: string): Promise<ActivationBatch['counts']> => {
  const counts = await Promise.all(
    codeStatusList.map(async status => {
      const count = await activationCodes.count({ batchId, status });
      return [status, count] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<CodeStatus, number>;
};

/** Recomputes the figures of a batch. */
export const recount = async (batchId: string): Promise<void> => {
  await batches.note(batchId, { counts: await countCodes(batchId) });
};
