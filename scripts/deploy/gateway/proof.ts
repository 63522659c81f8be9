import { type Cloud, rest } from '../cloud.ts';

/** What a browser's call met. */
export interface Met {
  isOpen: boolean;
  /** The platform's code of a refusal; empty where no answer came. */
  code: string;
  /** Code and request id of a refusal, for the platform's support. */
  refusal: string;
}

const ANSWERED_IN_MS = 15_000;
const ASKED_EVERY_MS = 5_000;
/** Policies and rules take three minutes, origins ten (https://docs.cloudbase.net/api-reference/webv2/initialization). */
const PATIENCE_MS = 15 * 60_000;

export const gatewayUrl = ({ endpoint, envId }: Pick<Cloud, 'endpoint' | 'envId'>): string =>
  endpoint ?? `https://${envId}.api.tcloudbasegateway.com`;

/** Calls a function as the site does. It counts as open when the function itself has answered. */
export const callThroughGateway = async (
  cloud: Pick<Cloud, 'endpoint' | 'envId'>,
  name: string,
  event: object,
  { credential, siteUrl }: { credential: string; siteUrl: string },
): Promise<Met> => {
  try {
    const response = await fetch(`${gatewayUrl(cloud)}/v1/functions/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${credential}`,
        ...(siteUrl && { origin: new URL(siteUrl).origin }),
      },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(ANSWERED_IN_MS),
    });
    const text = await response.text();
    if (response.ok) return { isOpen: true, code: '', refusal: '' };
    const { code, sentence } = refusalIn(text);
    return { isOpen: false, code, refusal: `${response.status} ${sentence}` };
  } catch (error) {
    return {
      isOpen: false,
      code: '',
      refusal: error instanceof Error ? error.message : String(error),
    };
  }
};

const refusalIn = (text: string): { code: string; sentence: string } => {
  try {
    const { code, message, requestId } = JSON.parse(text) as Record<string, unknown>;
    return {
      code: String(code),
      sentence: `${String(code)}, ${String(message)}, requestId ${String(requestId)}`,
    };
  } catch {
    return { code: '', sentence: text.slice(0, 200) };
  }
};

/** The function that every page calls before a sign-in, and what it is asked. */
const PUBLIC = ['systemSettings', { action: 'getSettings', group: 'system' }] as const;

/** @param more put into the request, which the function then refuses itself */
export const askPublic = (
  cloud: Pick<Cloud, 'endpoint' | 'envId'>,
  caller: { credential: string; siteUrl: string },
  more: object = {},
): Promise<Met> => callThroughGateway(cloud, PUBLIC[0], { ...PUBLIC[1], ...more }, caller);

/** Waits until a browser's call reaches a function. @throws with what the last one met */
export const untilOpen = async (ask: () => Promise<Met>): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { isOpen, refusal } = await ask();
    if (isOpen) return;
    if (Date.now() > until)
      throw new Error(
        `The calls of browsers do not reach the functions after ${PATIENCE_MS / 60_000} minutes (${refusal}). What has been done stays. Look at 权限控制 › 网关 in the console, and run again; npm run doctor asks as each kind of caller.`,
      );
    await rest(ASKED_EVERY_MS);
  }
};
