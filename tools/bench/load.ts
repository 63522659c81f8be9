import { Agent, request } from 'node:http';

/** One HTTP call: the same for the product and the floor. */
export interface Call {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** A kind of work: what is sent, together if it is several calls, and what must come back. */
export interface Work {
  next: () => Call[];
  /** Given each answer, outside of the measured time; throws when it is not what was asked for. */
  check: (text: string) => void;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** To be called before a target's turn: servers end connections that were idle for some seconds, just as they are used. */
export const closeIdle = () => agent.destroy();

/** Sends the call and reads the whole answer. */
const send = ({ url, method = 'POST', headers, body }: Call): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...headers,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${url} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });

/** Milliseconds of each call, one after the other. */
export const oneByOne = async (work: Work, forMs: number, atLeast = 30): Promise<number[]> => {
  const times: number[] = [];
  const until = performance.now() + forMs;
  while (times.length < atLeast || performance.now() < until) {
    const calls = work.next();
    const started = performance.now();
    const answers = await Promise.all(calls.map(send));
    times.push(performance.now() - started);
    answers.forEach(work.check);
  }
  return times;
};

/** How often a second the work is done while so many clients do it all the time. */
export const atOnce = async (work: Work, forMs: number, clients = 8): Promise<number> => {
  let answered = 0;
  const started = performance.now();
  const until = started + forMs;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        (await Promise.all(work.next().map(send))).forEach(work.check);
        answered += 1;
      }
    }),
  );
  return (answered * 1_000) / (performance.now() - started);
};

export interface Session {
  bearer: string;
  token: string;
}

/** A session of the first administrator. */
export const signIn = async (url: string, password: string): Promise<Session> => {
  const login = await send({
    url: `${url}/v1/functions/adminAuth`,
    headers: { authorization: 'Bearer local-publishable-key' },
    body: { action: 'login', data: { username: 'admin', password } },
  });
  const { data } = JSON.parse(login) as { data: { token: string; ticket: string } };
  const session = await send({
    url: `${url}/auth/v1/signin/custom?client_id=local`,
    body: { provider_id: 'custom', ticket: data.ticket },
  });
  const { access_token: bearer } = JSON.parse(session) as { access_token: string };
  return { bearer, token: data.token };
};
