import { legalVersions } from './legal.ts';
import type { Envelope } from './product.ts';

/** A new anonymous visitor, signed in as by a browser. */
export const createVisitor = async (url: string, at: number, envId = 'local') => {
  const response = await fetch(`${url}/auth/v1/signin/anonymously?client_id=${envId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': `device-${at}` },
    body: '{}',
  });
  const { access_token: bearer } = (await response.json()) as { access_token: string };
  const call = async (name: string, action: string, data: object = {}): Promise<Envelope> => {
    const answer = await fetch(`${url}/v1/functions/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, data }),
    });
    return (await answer.json()) as Envelope;
  };
  const ask = async (name: string, action: string, data: object = {}) => {
    const envelope = await call(name, action, data);
    if (envelope.code !== 0) throw new Error(`${name}.${action}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  /** Agrees to the terms and uploads. @returns the path of the picture */
  const upload = async (photo: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { terms, face } = await legalVersions(ask);
    await ask('appUser', 'agree', { version: terms });
    if (face)
      await ask('appUser', 'consentToPhotos', { version: face, pictured: true, age: 'over14' });
    const wish = { fileName: 'a.jpg', size: photo.length };
    const { filePath, ...ticket } = await ask('appUpload', 'getUploadTicket', wish);
    await fetch(String(ticket['url']), {
      method: 'PUT',
      headers: ticket['headers'] as Record<string, string>,
      body: photo,
    });
    return String((await ask('appUpload', 'confirmUpload', { filePath }))['filePath']);
  };
  return {
    /** Answers the envelope, whatever it says. */
    call,
    /** @throws on a refusal */
    ask,
    upload,
  };
};
