import { adminOfTab } from '#authProvider/session.ts';

/** Where react-admin's store keeps what is an administrator's own, behind `RaStore`. */
export const storeOfAdmin = () => `.${adminOfTab()}`;
