import type { Caller } from '../auth/sessions.ts';

/** A request of a client to a kind of resource. */
export interface GatewayRequest {
  kind: 'functions' | 'storages';
  /** E.g. `/v1/functions/appTask`. */
  path: string;
  method: string;
  /** Null for the publishable key alone. */
  caller: Caller;
}

/** Decides before anything else does: before a function is looked for, its rule, and the body (docs/cloud-gateway.md). */
export interface Gateway {
  /** @throws PlatformError 403 where the request is refused */
  check(request: GatewayRequest): void;
}

/** Before the name of a function. */
export const FUNCTIONS_PATH = '/v1/functions/';
