/**
 * How the gateway is opened: for our functions alone; for every function of the environment, where roles take only the
 * console's own policies; or by a person, and the deployment only asks whether it is open.
 */
export const gatewayWays = ['own', 'all', 'by-hand'] as const;
export type GatewayWay = (typeof gatewayWays)[number];
