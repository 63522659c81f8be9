import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export const MAIL_USER = 'alerts@example.com';

/** The mail account's password; it stays the same as long as the merchant's key. */
export const mailPasswordOf = (apiV3Key: string): string =>
  createHash('sha256').update(`mail of ${apiV3Key}`).digest('base64url').slice(0, 24);

interface Mail {
  from: string;
  to: string[];
  /** Message-ID, subject and the rest, as they came. */
  raw: string;
}

type Mode = 'ok' | 'reject';

const KEPT = 200;

/** RFC 5321, 4.5.3.1: octets before the @; of a line without its end. The library itself refuses a longer address. */
const MOST_LOCAL = 64;
const MOST_LINE = 998;

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const faultOf = ({ address }: { address: string }) =>
  address.lastIndexOf('@') > MOST_LOCAL ? refusal(501, '5.1.3 local part too long') : null;

/** A mail server on a port of its own on this machine: it takes mails of its one account and delivers none. */
export const createMailSandbox = ({ password }: { password: string }) => {
  let mails: Mail[] = [];
  let mode: Mode = 'ok';
  const server = new SMTPServer({
    // The stand-in is on this machine; the product asks real servers for encryption.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password: given }, _session, done) {
      if (username === MAIL_USER && given === password) return done(null, { user: username });
      done(new Error('535 authentication failed'));
    },
    onMailFrom(address, _session, done) {
      done(faultOf(address));
    },
    onRcptTo(address, _session, done) {
      done(mode === 'reject' ? new Error('mailbox unavailable') : faultOf(address));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(chunks).toString();
        if (raw.split('\r\n').some(line => Buffer.byteLength(line) > MOST_LINE))
          return done(refusal(500, 'line too long'));
        mails = [...mails, { from, to, raw }].slice(-KEPT);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  server.server.unref();

  return {
    /** `smtp://127.0.0.1:<port>`, once it listens. */
    url: () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async control(method: string, path: string, given: Record<string, unknown>) {
      if (path !== '') return null;
      if (method === 'PUT') {
        if (given['mode'] !== 'ok' && given['mode'] !== 'reject')
          throw new Error('mode is ok or reject');
        mode = given['mode'];
      } else if (method !== 'GET') return null;
      return { mode, mails };
    },
    reset() {
      mails = [];
      mode = 'ok';
    },
    close: () => void server.close(() => undefined),
  };
};
