import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const WITH_ROLE = 'photographed';

/** Makes an administrator of a role in the product on a port, as `npm run admin` does. */
export const createWithRole = async (role: string, port: string, password: string) => {
  const args = ['create', WITH_ROLE, '--role', role, '--password-stdin', '--port', port];
  const child = spawn('node', ['--import', 'tsx', 'scripts/admin.ts', ...args], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(password);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`No administrator of the role ${role} could be made`);
};
