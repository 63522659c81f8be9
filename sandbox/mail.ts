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
    onRcptTo(_address, _session, done) {
      done(mode === 'reject' ? new Error('mailbox unavailable') : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails = [...mails, { from, to, raw: Buffer.concat(chunks).toString() }].slice(-KEPT);
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
