/** In place: what stubs variables holds on to the object, and would go on writing to one that was replaced. */
export const restoreEnvironment = (before: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
};
