import path from 'node:path';
import { parseArgs } from 'node:util';
import { tieToProcess } from '#emulator/process.ts';
import { printLog } from '../logs/printLog.ts';
import { serve, type ServeOptions } from './serve.ts';

const integer = (name: string, value: string, min: number, max: number) => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}`);
};

/** Of `npm start`: reads its arguments, serves what is built, and says where. */
export const startProduct = async (
  built: Pick<ServeOptions, 'functionsDir' | 'appDir' | 'workerFile' | 'codeCacheDir'>,
): Promise<void> => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      data: { type: 'string', default: '.data' },
      workers: { type: 'string', default: '2' },
      demo: { type: 'string', default: 'small' },
      test: { type: 'boolean', default: false },
    },
  });
  if (values.demo !== 'small' && values.demo !== 'none') throw new Error('--demo is small or none');

  const { emulator, initialPassword } = await serve({
    port: integer('port', values.port, 0, 65_535),
    workers: integer('workers', values.workers, 1, 64),
    dataDir: path.resolve(values.data),
    demo: values.demo,
    test: values.test,
    ...built,
    log: printLog,
  });

  tieToProcess(emulator, line => console.error(line));

  const lines = [
    `后台 Back office   ${emulator.url}/admin`,
    `访客 Visitor side  ${emulator.url}/`,
    ...(initialPassword
      ? [
          '',
          '用户名 User name   admin',
          `密码 Password      ${initialPassword}   (shown once; change it after signing in)`,
        ]
      : []),
  ];
  console.log(`\n${lines.map(line => `  ${line}`).join('\n')}\n`);
};
