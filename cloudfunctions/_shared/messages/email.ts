import Mailer from 'nodemailer/lib/mailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { messageSentences } from '#contract/sentences/messages.ts';
import { environment } from '../base/environment.ts';
import { publicAddresses } from '../base/publicAddresses.ts';
import { placeOf, unseal } from '../base/secrets.ts';
import type { Settings } from '../base/settings.ts';
import type { AlertText } from './alerts.ts';
import type { Sending } from './messages.ts';

const SECRET = placeOf('settings', 'notification', 'alerts.smtp.passwordEnc');

type Smtp = Settings<'notification'>['alerts']['smtp'] & { passwordEnc?: string };

type Server = Pick<SMTPTransportOptions, 'host' | 'port' | 'secure' | 'requireTLS' | 'tls'>;

/**
 * Where the mail goes: always encrypted, never into our own network; connected to the address that was checked. A
 * stand-in is on this machine. Null for an address inside.
 */
const serverOf = async ({ host, port }: Smtp): Promise<Server | null> => {
  if (environment.SMTP_STAND_IN) {
    const { hostname, port: local } = new URL(environment.SMTP_STAND_IN);
    return { host: hostname, port: Number(local), secure: false };
  }
  const [address] = (await publicAddresses(host)) ?? [];
  if (!address) return null;
  const isTls = port === 465;
  return { host: address, port, secure: isTls, requireTLS: !isTls, tls: { servername: host } };
};

/** Failures that a better password or sender ends, and nothing else. */
const REFUSALS = new Set(['EAUTH', 'EENVELOPE', 'EMESSAGE']);
/** Commands before which nothing has been handed over, so that it may be sent again. */
const BEFORE_CONTENT = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/**
 * One mail to all addresses on the list; `id` makes its Message-ID, by which a mail that arrives twice is recognised.
 */
export const sendMail = async (
  { title, text }: AlertText,
  id: string,
  { emails, smtp }: { emails: string[]; smtp: Smtp },
): Promise<Sending> => {
  const { user, from, host, passwordEnc } = smtp;
  if (!host || !from || emails.length === 0)
    return { kind: 'skipped', reason: messageSentences.noMail };
  let pass = '';
  try {
    if (passwordEnc) pass = unseal(passwordEnc, SECRET);
  } catch {
    return { kind: 'failed', reason: messageSentences.readableKeyDamaged };
  }
  const later = { kind: 'later', reason: messageSentences.mailUnreachable } as const;
  const server = await serverOf(smtp).catch(() => undefined);
  if (server === undefined) return later;
  if (server === null) return { kind: 'failed', reason: messageSentences.mailInnerAddress };
  const options: SMTPTransportOptions = {
    ...server,
    ...(user && { auth: { user, pass } }),
    connectionTimeout: environment.MAIL_TIMEOUT_MS,
    greetingTimeout: environment.MAIL_TIMEOUT_MS,
    socketTimeout: environment.MAIL_TIMEOUT_MS,
  };
  const mail = new Mailer(new SMTPTransport(options));
  const content = `${title}\n${text}`;
  try {
    const messageId = `<${id}@${from.split('@').at(-1)}>`;
    await mail.sendMail({ from, to: emails, subject: title, text, messageId });
    return { kind: 'sent', content };
  } catch (error) {
    const { code = '', command = '' } = error as { code?: string; command?: string };
    if (REFUSALS.has(code)) return { kind: 'later', reason: messageSentences.mailRefused };
    return BEFORE_CONTENT.has(command) ? later : { kind: 'unanswered' };
  } finally {
    mail.close();
  }
};
