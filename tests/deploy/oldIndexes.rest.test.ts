import { expect, it } from 'vitest';
import { type DeployedEnvironment, openEnvironment } from './environment.ts';
import { deployed, doneIn, MINUTES } from './steps.ts';

const add = ({ library }: DeployedEnvironment, collection: string, index: string) =>
  library.database.updateCollection(collection, {
    CreateIndexes: [
      {
        IndexName: index,
        MgoKeySchema: { MgoIsUnique: false, MgoIndexKeys: [{ Name: index, Direction: '1' }] },
      },
    ],
  });

it(
  'the command removes old indexes with --drop-indexes, and does not take it with --rollback',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployed(environment);
    const before = await environment.state();
    await environment.library.database.updateCollection('orders', {
      DropIndexes: [{ IndexName: 'orderNo_unique' }],
    });
    await add(environment, 'orders', 'a1');
    await add(environment, 'exports', 'b1');

    const { output: planned } = await environment.deploy(['--plan', '--drop-indexes']);
    expect(planned).toMatch(
      /~ index orders.a1: is removed before the new ones.*\n *\+ index orders/,
    );
    expect(planned).toMatch(/\nVersion .*\nIndexes of other versions\n {2}~ index exports.b1: is/);
    const { code, output } = await environment.deploy(['--yes', '--drop-indexes']);
    expect(code, output).toBe(0);
    expect(doneIn(output)).toEqual([
      'index exports.b1',
      'index orders.a1',
      'index orders.orderNo_unique',
    ]);
    expect(await environment.state()).toEqual(before);

    const back = await environment.deploy(['--yes', '--rollback', '--drop-indexes']);
    expect(back.code).toBe(1);
    expect(back.output).toContain('--drop-indexes goes with a deployment, not with --rollback');
  },
);
