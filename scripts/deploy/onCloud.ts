import { type EnvironmentValues, openEnvironment, useServerSdk } from '../shared/environment.ts';
import type { Cloud } from './cloud.ts';

/**
 * Runs a command on an environment of the cloud; what the platform refuses is reported as a sentence.
 * @param work answers the exit code. What is shared with the functions reads the environment when it loads: it is imported
 *   in here.
 * @returns the exit code
 */
export const onCloud = async (
  values: EnvironmentValues,
  work: (cloud: Cloud) => Promise<number>,
): Promise<number> => {
  const environment = await openEnvironment(values);
  useServerSdk(environment);
  const [{ connectCloud }, { explain }] = await Promise.all([
    import('./cloud.ts'),
    import('./explain.ts'),
  ]);
  const cloud = connectCloud(environment);
  try {
    return await work(cloud);
  } catch (error) {
    console.error(`✗ ${explain(error, cloud)}`);
    return 1;
  } finally {
    cloud.close();
    await environment.close();
  }
};
