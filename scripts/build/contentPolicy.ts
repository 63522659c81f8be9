/** The hosts that a page of an environment speaks with; of `npm start` everything has one origin. */
export interface CloudHosts {
  envId: string;
  region: string;
  /** Where the environment's files are shown from. */
  filesDomain: string;
  /** Origin of a local platform, which stands for all of them. */
  endpoint?: string | undefined;
}

/**
 * The content security policy, as a header's value. Verified against react-admin: its styles go through CSSOM, which
 * the hash of the empty string lets pass.
 */
const contentPolicy = (hosts?: CloudHosts): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    // Covers of videos and users' portraits come from domains that only their owners know.
    `img-src 'self' data: blob:${shownFrom(hosts)}`,
    ...(hosts ? [`media-src 'self' blob:${shownFrom(hosts)}`] : []),
    `connect-src 'self'${hosts ? ` ${spokenWith(hosts).join(' ')}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
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
export const policyElement = (hosts?: CloudHosts): string => {
  const policy = contentPolicy(hosts).replace(/; frame-ancestors [^;]+/, '');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
};

/** What the server that sends the pages should send with each of them. */
export const securityHeaders = (hosts?: CloudHosts): Record<string, string> => ({
  'content-security-policy': contentPolicy(hosts),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
});
