import type { Invoke } from './invoke.ts';
import { createProvider, type DataProviderOptions } from './provider.ts';
import { resources } from './resources.ts';
import type { Rows } from './rows.ts';

export * from './provider.ts';

/** Of all resources of this product; `createProvider` takes those that it is given. */
export const createDataProvider = (invoke: Invoke, options?: DataProviderOptions) =>
  createProvider(invoke, resources as unknown as Rows, options);
