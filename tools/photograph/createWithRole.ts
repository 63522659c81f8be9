import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const WITH_ROLE = 'photographed';

interface Product {
  url: string;
  dataDir: string;
}

/** Makes an administrator of a role in a running product, as `npm run admin` does. */
export const createWithRole = async (role: string, { url, dataDir }: Product, password: string) => {
  const of = ['--port', new URL(url).port, '--data', dataDir];
  const args = ['create', WITH_ROLE, '--role', role, '--password-stdin', ...of];
  const child = spawn('node', ['--import', 'tsx', 'scripts/admin.ts', ...args], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(password);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`No administrator of the role ${role} could be made`);
};
