import { audit, type AuditEntry } from './audit.ts';
import { notFound } from './errors.ts';
import { type Address, addressesAnywhere } from './storage.ts';

/**
 * The address of a file of a folder that nobody is shown, for an action that hands out this one. It is in the audit log
 * before the caller has it.
 * @throws 40400 for a missing file
 */
export const downloadOf = async (path: string, entry: AuditEntry): Promise<Address> => {
  const address = (await addressesAnywhere([path])).get(path);
  if (!address) throw notFound();
  await audit(entry);
  return address;
};
