import { createHash } from 'node:crypto';

/** The hosts that a page of an environment speaks with; of `npm start` everything has one origin. */
export interface CloudHosts {
  envId: string;
  region: string;
  /** Where the environment's files are shown from. */
  filesDomain: string;
  /** Origin of a local platform, which stands for all of them. */
  endpoint?: string | undefined;
}

const UNFRAMED = "frame-ancestors 'none'";

/** What a page has in itself, as a policy names it. */
const inline = (page: string, element: 'script' | 'style') =>
  [...page.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>(.*?)</${element}>`, 'gs'))]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');

/**
 * The content security policy of a built page, as a header's value. Verified against react-admin: its styles go through
 * CSSOM, which the hash of the empty string lets pass.
 */
export const contentPolicy = (page: string, hosts?: CloudHosts): string =>
  [
    "default-src 'self'",
    `script-src 'self'${inline(page, 'script')}`,
    `style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='${inline(page, 'style')}`,
    // Covers of videos and users' portraits come from domains that only their owners know.
    `img-src 'self' data: blob:${shownFrom(hosts)}`,
    ...(hosts ? [`media-src 'self' blob:${shownFrom(hosts)}`] : []),
    `connect-src 'self'${hosts ? ` ${spokenWith(hosts).join(' ')}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    UNFRAMED,
  ].join('; ');

const shownFrom = (hosts?: CloudHosts) =>
  hosts ? ` https:${hosts.endpoint ? ` ${hosts.endpoint}` : ''}` : '';

const spokenWith = ({ envId, region, filesDomain, endpoint }: CloudHosts) => [
  ...(endpoint ? [endpoint] : []),
  `https://${envId}.api.tcloudbasegateway.com`,
  `https://${envId}.${region}.tcb-api.tencentcloudapi.com`,
  `https://${filesDomain}`,
  // Videos go straight to the video service and its storage.
  'https://vod2.qcloud.com',
  'https://vod2.dnsv1.com',
  'https://*.myqcloud.com',
];

/** The part that a page can state itself; browsers take the rest only from a header. */
export const policyElement = (page: string, hosts: CloudHosts): string => {
  const policy = contentPolicy(page, hosts).replace(`; ${UNFRAMED}`, '');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
};

/** What the server that sends the pages should send with each of them. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': UNFRAMED,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};
