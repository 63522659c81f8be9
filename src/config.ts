/** The values of `config.js` beside the application; the same build runs in every environment. */
export interface AppConfig {
  /** The CloudBase environment. */
  envId: string;
  region: string;
  /** Used for calls made before sign-in. */
  publishableKey: string;
  /** Origin of the platform's gateway, e.g. `http://127.0.0.1:8080`; the cloud's own where it is absent. */
  endpoint?: string;
}

declare global {
  var APP_CONFIG: AppConfig | undefined;
}

/** @throws when `config.js` is missing or names no environment */
export const readConfig = (): AppConfig => {
  const config = globalThis.APP_CONFIG;
  if (!config?.envId) throw new Error('config.js names no CloudBase environment');
  return config;
};
