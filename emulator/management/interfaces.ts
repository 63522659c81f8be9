import type { Conditions } from './conditions.ts';

/** Calls that are not, or no longer, in Tencent's public API, and what took their place (docs/cloud-limits.md). */
const BEFORE = new Set([
  'tcb.ListTables',
  'tcb.DescribeSecurityRule',
  'tcb.ModifySecurityRule',
  'tcb.DescribeStorageSafeRule',
  'tcb.ModifyStorageSafeRule',
  'tcb.CreateCustomLoginKeys',
  'tcb.ListFunctions',
  'tcb.CreateCloudBaseGWAPI',
  'tcb.DescribeCloudBaseGWAPI',
  'tcb.DeleteCloudBaseGWAPI',
  'tcb.ModifyCloudBaseGWAPIPrivilegeBatch',
  'tcb.DescribeCloudBaseGWService',
  'scf.BatchCreateTrigger',
]);
const SINCE = new Set([
  'tcb.DescribeTables',
  'tcb.DescribeResourcePermission',
  'tcb.ModifyResourcePermission',
  'tcb.CreateCustomLoginKey',
  'tcb.DescribeHTTPServiceRoute',
  'tcb.CreateHTTPServiceRoute',
  'tcb.ModifyHTTPServiceRoute',
  'tcb.DeleteHTTPServiceRoute',
  'tcb.VerifyHTTPServiceRoute',
]);

const OF_GATEWAY = new Set([
  'tcb.DescribeRoleList',
  'tcb.ModifyRole',
  'tcb.DescribeEnvConfig',
  'tcb.ModifyEnvConfig',
]);

export function isOffered(
  { interfaces, gateway }: Pick<Conditions, 'interfaces' | 'gateway'>,
  name: string,
): boolean {
  if (gateway.calls === 'unknown' && OF_GATEWAY.has(name)) return false;
  if (interfaces === 'new') return !BEFORE.has(name);
  return interfaces === 'both' || !SINCE.has(name);
}
