import { z } from '#contract/zod.ts';
import { type CloudKeys, tc3Authorization } from './signing.ts';

/**
 * One signed call of the API 3.0; the official SDK has several megabytes. The outcome is data, the service's refusal with
 * its code, or unknown.
 */
export type CloudOutcome<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

export interface CloudCall {
  service: string;
  /** Address of the service, or of its stand-in. */
  baseUrl: string;
  version: string;
  action: string;
  parameters: Record<string, unknown>;
  region?: string;
  timeoutMs: number;
  keys: CloudKeys;
}

const envelope = z.object({
  Response: z.looseObject({ Error: z.object({ Code: z.string() }).optional() }),
});

const doubtful = (code: string) =>
  /^(InternalError|RequestLimitExceeded)/.test(code)
    ? ({ kind: 'unknown' } as const)
    : ({ kind: 'refused', code } as const);

export const callCloud = async <T extends z.ZodType>(
  { service, baseUrl, version, action, parameters, region, timeoutMs, keys }: CloudCall,
  schema: T,
): Promise<CloudOutcome<z.output<T>>> => {
  const address = new URL(baseUrl);
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify(parameters);
  const signed = { service, host: address.host, action, body, timestamp };
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: tc3Authorization(keys, signed),
        'content-type': 'application/json; charset=utf-8',
        'x-tc-action': action,
        'x-tc-timestamp': String(timestamp),
        'x-tc-version': version,
        ...(region && { 'x-tc-region': region }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { Response } = envelope.parse(await response.json());
    if (Response.Error) return doubtful(Response.Error.Code);
    return { kind: 'ok', data: schema.parse(Response) };
  } catch {
    return { kind: 'unknown' };
  }
};
