import { createAuthProvider } from '#authProvider/authProvider.ts';
import { endSession } from '#authProvider/endSession.ts';
import { getToken } from '#authProvider/session.ts';
import { createSignIn } from '#authProvider/signIn.ts';
import { createInvoker } from '#dataProvider/invoke.ts';
import { createProvider } from '#dataProvider/provider.ts';
import { type Listed, ofEntity } from '#dataProvider/rows.ts';
import { connect } from './cloudbase.ts';
import type { AppConfig } from './config.ts';

export interface CloudBaseProvidersOptions extends AppConfig {
  /** The declarations of the resources, by their names: `{ categories: categoryEntity }`. */
  resources: Readonly<Record<string, Listed>>;
}

/**
 * The two providers for a react-admin application of one's own, with react-admin's sign-in page. They bring the actions of
 * the resources that are named, and no others. An administrator with a second factor signs in on the product's own page.
 */
export const createCloudBaseProviders = ({ resources, ...config }: CloudBaseProvidersOptions) => {
  const cloud = connect(config, 'admin');
  const invoke = createInvoker({ callFunction: cloud.callFunction, getToken });
  const rows = Object.entries(resources).map(([name, entity]) => [name, ofEntity(entity)] as const);
  return {
    dataProvider: createProvider(invoke, Object.fromEntries(rows)),
    authProvider: createAuthProvider({
      signIn: createSignIn(invoke, cloud),
      leave: () => endSession(invoke, cloud),
    }),
  };
};
