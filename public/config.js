// Read before the application starts. A deployment replaces the values; the local platform serves its own.
globalThis.APP_CONFIG = {
  envId: '',
  region: 'ap-shanghai',
  publishableKey: '',
};
