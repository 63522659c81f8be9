import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tcb from '@cloudbase/node-sdk';
import { type Database, openDatabase } from '../../database/database.ts';
import type { Explanation } from '../../database/reader.ts';
import { type Clock, type CollectionConfig, PlatformError } from '../../types.ts';

// Without these the SDK asks the cloud's metadata service and keeps timers alive.
process.env.TENCENTCLOUD = 'true';
process.env.SILENCE = 'true';

/** A clock that tests can set; otherwise it runs. */
export class TestClock implements Clock {
  private offset = 0;
  now(): number {
    return Date.now() + this.offset;
  }
  set(now: number | null): void {
    this.offset = now === null ? 0 : now - Date.now();
  }
}

export interface DatabaseServer {
  db: ReturnType<ReturnType<typeof tcb.init>['database']>;
  database: Database;
  clock: TestClock;
  /** How each query was carried out, latest last. */
  traces: Explanation[];
  /** Closes the database and opens the same file again, perhaps with another configuration. */
  restart(collections?: CollectionConfig[]): void;
  close(): Promise<void>;
}

/** The document database alone behind HTTP, and the real server SDK in front of it. */
export async function startDatabaseServer(
  collections: CollectionConfig[],
): Promise<DatabaseServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'database-'));
  const file = path.join(folder, 'test.sqlite');
  const clock = new TestClock();
  const traces: Explanation[] = [];
  const open = (configs: CollectionConfig[]) =>
    openDatabase({ file, collections: configs, clock, trace: t => traces.push(t) });
  let database = open(collections);

  const answer = async (text: string): Promise<Record<string, unknown>> => {
    const body = JSON.parse(text) as Record<string, unknown>;
    try {
      return await database.handle(String(body.action), body);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { code: error.code, message: error.message };
    }
  };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', chunk => (text += String(chunk)));
    request.on('end', () => {
      void answer(text).then(reply => response.end(JSON.stringify({ requestId: 'r1', ...reply })));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const app = tcb.init({
    env: 'test',
    secretId: 'x',
    secretKey: 'y',
    serviceUrl: `http://127.0.0.1:${port}/admin`,
  });
  return {
    db: app.database(),
    get database() {
      return database;
    },
    clock,
    traces,
    restart: (configs = collections) => {
      database.close();
      database = open(configs);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      database.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
