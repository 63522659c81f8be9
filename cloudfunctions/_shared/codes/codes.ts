import { createHash, randomBytes } from 'node:crypto';
import type { ActivationBatch, ActivationCode, CodeStatus } from '#contract/activationCode.ts';
import { codeStatuses } from '#contract/activationCode.ts';
import { CODE_RANDOM_LENGTH, codeFrom, maskCode } from '#contract/codeText.ts';
import { repository, stampNew, type Stored } from '../base/repository.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';

const codeStatusList = Object.keys(codeStatuses) as CodeStatus[];

type Job = NonNullable<ActivationBatch['job']>;

export interface StoredBatch extends Stored, Omit<ActivationBatch, keyof Stored | 'job'> {
  job: (Job & { reason: string }) | null;
  grams: string[];
}

export interface StoredCode extends Stored, Omit<ActivationCode, keyof Stored> {
  /** How a code is found; the code itself is sealed, so that who reads the database holds no money. */
  codeHash: string;
  codeCipher: string;
  /** Its last four characters, which people read to support. */
  tail: string;
  ledgerId: string;
  /** The end of the membership it gave, as it was told to whom it went. */
  grantedUntil?: number | null;
}

export const batches = repository<StoredBatch>('activationBatches');
export const activationCodes = repository<StoredCode>('activationCodes');

/** 85 random bits need no salt. */
export const hashOfCode = (code: string) =>
  createHash('sha256').update(`code ${code}`).digest('hex');

/** `bat_0001_00042`: two codes of a batch with one serial cannot be stored, whoever makes them. */
export const codeId = (batchId: string, serial: number) =>
  `${batchId}_${String(serial).padStart(5, '0')}`;

const place = (id: string) => placeOf('activationCodes', id, 'code');
export const openCode = ({ _id, codeCipher }: StoredCode) => unseal(codeCipher, place(_id));

/** What a code is stored as. */
export const sealedCode = (id: string, code: string) => ({
  codeHash: hashOfCode(code),
  codeCipher: seal(code, place(id)),
  codeMask: maskCode(code),
  tail: code.slice(-4),
});

/** From the system's source of chance; 32 divides 256, so no character is likelier than another. */
const randomCode = (): string =>
  codeFrom([...randomBytes(CODE_RANDOM_LENGTH)].map(byte => byte & 31));

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

/** As the codes say it. One wait. */
export const countCodes = async (batchId: string): Promise<ActivationBatch['counts']> => {
  const totals = await Promise.all(
    codeStatusList.map(status => activationCodes.count({ batchId, status })),
  );
  return Object.fromEntries(
    codeStatusList.map((status, at) => [status, totals[at] ?? 0]),
  ) as Record<CodeStatus, number>;
};

/** Puts the figures of a batch right, whatever was lost on the way. */
export const recount = async (batchId: string): Promise<void> => {
  await batches.note(batchId, { counts: await countCodes(batchId) });
};
