import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeWhole } from './writeWhole.ts';

/** Raised when an older restore would misread what a backup holds. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. */
const SUMS = 'SHA256SUMS';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().min(0);

/** One file of gzipped lines; `content` is what is in it. */
const part = z.object({
  file: z.string().regex(/^[A-Za-z0-9_-]+(\.\d+)?\.jsonl\.gz$/),
  documents: whole,
  bytes: whole,
  sha256,
  contentBytes: whole,
  contentSha256: sha256,
});
export type Part = z.output<typeof part>;

const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.object({ name: z.string(), version: z.string(), commit: z.string().nullable() }),
  /** The names of the migrations that this version of the product has. */
  migrations: z.array(z.string()),
  environment: z.object({
    envId: z.string(),
    /** How the ids of its files begin. */
    filePrefix: z.string().regex(/^cloud:\/\/[^"\\/]+\/$/),
  }),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  /** Whether all collections are of the same moment. */
  isOneMoment: z.boolean(),
  /** The functions' variables under whose keys the secrets in it are encrypted. */
  keys: z.array(z.string()),
  collections: z.array(
    z.object({
      name: z.string(),
      documents: whole,
      /** Whether its documents are of one moment; otherwise each is of its own within the time of the backup. */
      isOneMoment: z.boolean(),
      parts: z.array(part),
    }),
  ),
  leftOut: z.record(z.string(), z.string()),
  /** Collections of the environment that the version which made the backup did not know. */
  notKept: z.array(z.string()).default([]),
  /** null without `--pictures`. */
  pictures: z
    .object({
      count: whole,
      bytes: whole,
      /** Named by records, but not in storage, or with another content. */
      missing: whole,
      /** The first ones. */
      missingPaths: z.array(z.string()).default([]),
      /** Lines of `PictureLine`. */
      parts: z.array(part),
    })
    .nullable(),
});
export type Manifest = z.output<typeof manifest>;

export const sha256Of = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

const partsOf = ({ collections, pictures }: Manifest): Part[] => [
  ...collections.flatMap(({ parts }) => parts),
  ...(pictures?.parts ?? []),
];

export const writeManifest = async (
  dir: string,
  content: Omit<Manifest, 'format'>,
): Promise<Manifest> => {
  const whole: Manifest = { format: FORMAT, ...content };
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  const sums = [...partsOf(whole), { file: MANIFEST, sha256: sha256Of(text) }];
  await writeWhole(path.join(dir, MANIFEST), text);
  await writeWhole(
    path.join(dir, SUMS),
    sums.map(({ file, sha256: sum }) => `${sum}  ${file}\n`).join(''),
  );
  return whole;
};

/** @throws with a sentence: there is none, it was changed, or it is of a format that this version does not know */
export const readManifest = async (dir: string): Promise<Manifest> => {
  const [text, sums] = await Promise.all(
    [MANIFEST, SUMS].map(file =>
      readFile(path.join(dir, file), 'utf8').catch((error: unknown) => {
        throw new Error(`${dir} is no backup: ${file} cannot be read`, { cause: error });
      }),
    ),
  );
  if (!sums!.split('\n').includes(`${sha256Of(text!)}  ${MANIFEST}`))
    throw new Error(`${MANIFEST} is not the one that was written: its hash differs from ${SUMS}`);
  const json = JSON.parse(text!) as { format?: unknown };
  if (json.format !== FORMAT)
    throw new Error(
      `the backup has format ${JSON.stringify(json.format)}, this version reads format ${FORMAT}: restore it with the version that made it`,
    );
  const parsed = manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`${MANIFEST} is damaged: ${z.prettifyError(parsed.error)}`);
};
