import { expect, it } from 'vitest';
import { createRetryWithBackoff } from '../../scripts/shared/retryWithBackoff.ts';

const failing = (error: Error) => {
  let tries = 0;
  return () => {
    tries += 1;
    return tries === 1 ? Promise.reject(error) : Promise.resolve('answered');
  };
};
const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

it.each([
  failure('UND_ERR_SOCKET'),
  failure('UND_ERR_CONNECT_TIMEOUT'),
  failure('ENOTFOUND'),
  failure('ENETUNREACH'),
  failure('EHOSTUNREACH'),
  failure('ECONNRESET'),
  new TypeError('terminated'),
])('asks again after a connection was lost: %s', async error => {
  const patiently = createRetryWithBackoff({ firstPauseMs: 0 });
  expect(await patiently(failing(error))).toBe('answered');
});

it('does not ask again for what was refused', async () => {
  const patiently = createRetryWithBackoff({ firstPauseMs: 0 });
  await expect(patiently(failing(failure('INVALID_PARAM')))).rejects.toThrow('failed');
});
