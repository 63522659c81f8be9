import { adminRead, adminWrite, byId, listOutput } from './action.ts';
import { auditChange, auditLogEntity, revisionsInput } from './auditLog.ts';
import { areaOfKind } from './rights/rights.ts';
import { id, rev, z } from './zod.ts';

/** The record after one action of its history. */
const revision = byId.extend({ logId: id });

const revisionChanges = z.object({
  /** Version of the compared record. */
  rev,
  changes: z.array(auditChange),
  /** Fields that name records which no longer exist; those names are left out. */
  gone: z.array(z.string()),
  /** What follows besides; '' for nothing. */
  warning: z.string(),
  /** Why these values may not be restored; '' if they may. */
  refusal: z.string(),
});
export type RevisionChanges = z.output<typeof revisionChanges>;

/** The actions of an entity whose earlier versions are listed and restored, in its own function. */
export const revisionActions = <R extends z.ZodType>(
  { kind, record }: { kind: 'template' | 'preset'; record: R },
  example: { id: string; logId: string },
) => ({
  /** The history of the record from the audit log, newest first. */
  getRevisions: adminRead({
    right: `${areaOfKind[kind]}.read`,
    input: revisionsInput,
    output: listOutput(auditLogEntity.record),
    example: { id: example.id },
  }),
  /** What restoring a version would change in the current record. */
  getRevisionChanges: adminRead({
    right: `${areaOfKind[kind]}.read`,
    input: revision,
    output: revisionChanges,
    example,
  }),
  /** Stores the writable fields of that version as a new one, by today's rules; the state stays. */
  restoreRevision: adminWrite({
    right: `${areaOfKind[kind]}.write`,
    input: revision.extend({ rev: rev.optional() }),
    output: record,
    example,
  }),
});
