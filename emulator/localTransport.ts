import http from 'node:http';
import https from 'node:https';

/** Hosts of the management API and of object storage; the libraries use two domains for the latter. */
const CLOUD_HOST = /\.(tencentcloudapi\.com|myqcloud\.com|tencentcos\.cn)$/;

/**
 * From now on this process sends what it would send to the cloud's management API and object storage to a local platform:
 * the same method, path, headers and body, to `/__management/<host>/<path>`. The `host` header keeps the cloud's name,
 * which signatures cover. Only `https.request` is replaced, the call in which all libraries end.
 * @param endpoint the local platform's address
 * @returns puts the real one back
 */
export function useLocalTransport(endpoint: string): () => void {
  const { hostname, port } = new URL(endpoint);
  const real = https.request;
  const local = (...given: Parameters<typeof real>): http.ClientRequest => {
    const { options, listener } = readArguments(given);
    const host = options.hostname ?? options.host ?? '';
    if (!CLOUD_HOST.test(host)) return real(...given);
    const { method, headers, path = '/', signal } = options;
    return http.request(
      {
        hostname,
        port,
        method,
        headers: { host, ...headers },
        path: `/__management/${host}${path}`,
        ...(signal && { signal }),
      },
      listener,
    );
  };
  https.request = local as typeof real;
  return () => {
    https.request = real;
  };
}

type Listener = (response: http.IncomingMessage) => void;

/** It may be called with an address, with options, or with both. */
function readArguments(given: readonly unknown[]): {
  options: https.RequestOptions;
  listener?: Listener;
} {
  const listener = given.find((part): part is Listener => typeof part === 'function');
  const [first, second] = given;
  const more = typeof second === 'object' ? (second as https.RequestOptions) : {};
  if (typeof first !== 'string' && !(first instanceof URL))
    return { options: first as https.RequestOptions, listener };
  const { hostname, pathname, search } = new URL(first);
  return { options: { hostname, path: pathname + search, ...more }, listener };
}
