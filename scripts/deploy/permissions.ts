import { type Cloud, CloudError } from './cloud.ts';
import type { Facts } from './facts.ts';

/** Nothing has this name. The platform looks at the permission first, and then finds nothing to change. */
const ABSENT = 'permission-trial';

/**
 * Whether the key may change what a deployment changes, tried on each service with a change of something that is not there:
 * a key that may only read would end the deployment half way.
 * @throws CloudError as the platform refuses it
 */
export const tryPermissions = async (
  cloud: Cloud,
  { bucket, region }: Pick<Facts, 'bucket' | 'region'>,
): Promise<void> => {
  const { library, cos, attempt, call, envId } = cloud;
  const trials = [
    () =>
      attempt('UpdateTable', () =>
        library.database.updateCollection(ABSENT, { DropIndexes: [{ IndexName: ABSENT }] }),
      ),
    () =>
      call('scf', 'DeleteTrigger', {
        Namespace: envId,
        FunctionName: ABSENT,
        TriggerName: ABSENT,
        Type: 'timer',
      }),
    // With a path: without one it would be about the whole domain.
    () =>
      call('tcb', 'DeleteHTTPServiceRoute', {
        EnvId: envId,
        Domain: `${ABSENT}.invalid`,
        Paths: [`/${ABSENT}`],
      }),
    () =>
      attempt('DeleteObject', () =>
        cos.deleteObject({ Bucket: bucket, Region: region, Key: ABSENT }),
      ),
  ];
  for (const trial of trials)
    await trial().catch((error: unknown) => {
      if (isForbidden(error)) throw error;
    });
};

const isForbidden = (error: unknown): boolean =>
  error instanceof CloudError &&
  /^(UnauthorizedOperation|AuthFailure|AccessDenied|OperationDenied)/.test(error.code);
