import { useEffect, useMemo } from 'react';
import { permissionsOfTab, publishPermissions } from '#authProvider/permissions.ts';
import { getAdminUser, saveAdminUser } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';

/** After the first page is there, which does not wait for it. */
const LATER_MS = 5_000;

/** Keeps what the profile says of the role; screens follow at once. */
const keepPermissions = ({
  role,
  roleName,
  rights,
  limits,
}: Partial<ActionOutput<'adminAuth', 'getProfile'>>) => {
  const user = getAdminUser();
  if (!user || !rights) return;
  const before = permissionsOfTab();
  const kept = { ...user, role: role ?? '', roleName: roleName ?? '', rights };
  saveAdminUser({ ...kept, ...(limits && { limits }) });
  if (permissionsOfTab() !== before) publishPermissions();
};

/**
 * The same `invoke`, after which the rights are asked for again where the server has refused one: the role was changed.
 * They are also asked for once after each load of the page, and at once in a session that began before there were roles.
 */
export const usePermissionsKept = (invoke: Invoke): Invoke => {
  const read = useMemo(
    () => () => invoke('adminAuth', 'getProfile', {}).then(keepPermissions, () => undefined),
    [invoke],
  );
  useEffect(() => {
    const wait = permissionsOfTab().rights === null ? 0 : LATER_MS;
    const timer = setTimeout(() => void read(), wait);
    return () => clearTimeout(timer);
  }, [read]);
  return useMemo(() => {
    const watched = async (...call: Parameters<Invoke>) => {
      try {
        return await invoke(...call);
      } catch (error) {
        if (error instanceof ActionFailure && error.body.code === codes.forbidden) void read();
        throw error;
      }
    };
    return watched as Invoke;
  }, [invoke, read]);
};
