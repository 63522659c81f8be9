import { entities } from '#contract/entities.ts';
import type { GatewayMemory } from '../shared/sandbox.ts';
import {
  demoAdministrators,
  demoAuditLogs,
  demoClaims,
  demoRoles,
  demoSavedViews,
  demoSessions,
} from './administrators.ts';
import { demoCommerce } from './commerce.ts';
import { demoContent, demoSearchMisses } from './content.ts';
import { createFigures } from './figures.ts';
import { demoFiles, demoVideos } from './files.ts';
import { demoApprovals, demoCompensations, demoExports, demoPrintArchives } from './jobs.ts';
import { demoMessages, type Subjects } from './messages.ts';
import type { DemoPicture } from './pictures.ts';
import { demoExpressNumbers } from './printOrders.ts';
import { createRandom } from './random.ts';
import { demoReconciliation } from './reconciliation.ts';
import { DAY, exampleRecords } from './record.ts';
import { demoService } from './service.ts';
import { demoSettings } from './settings.ts';
import { demoPrices, demoPrintSizes, demoUserPhotos } from './shop.ts';
import { demoCatalogue } from './templates.ts';
import { demoUsers } from './users.ts';

export interface DemoData {
  collections: Record<string, object[]>;
  pictures: DemoPicture[];
  /** Where the stand-in of the gateway differs from the records. */
  memory: GatewayMemory;
}

/**
 * A year of the service: always the same except for the dates, which end on the day it is made.
 * @param now epoch milliseconds
 */
export const makeDemo = (
  now: number,
  seed = 20_261_120,
  size = { orders: 2_000, users: 600 },
): DemoData => {
  const random = createRandom(seed);
  const today = Math.floor(now / DAY) * DAY;
  const { pictures, ...catalogue } = demoCatalogue(random, today);
  const { templates } = catalogue;
  const content = demoContent(random, today, templates);
  const described = { ...catalogue, ...content.collections };
  const auditLogs = demoAuditLogs(random, today, described);
  const people = demoUsers(createRandom(seed + 1), size.users, today);
  const commerce = demoCommerce(createRandom(seed + 2), size.orders, people, templates, now);
  const { postings: _posted, ...sold } = commerce;
  const { orders, refunds, printOrders } = sold;
  const asked = refunds.find(({ status }) => status === 'created');
  const approvals = demoApprovals(people, asked, now);
  const books = demoReconciliation(commerce, now);
  const { localApps } = content.collections;
  const service = demoService(createRandom(seed + 3), people, templates, localApps, commerce, now);
  const tasks = service.collections.tasks as unknown as Subjects['tasks'];
  const subjects = { orders, refunds, printOrders, tasks };
  const collections: Record<string, object[]> = {
    ...described,
    searchMisses: demoSearchMisses(now),
    admins: demoAdministrators(now),
    adminSessions: demoSessions(now),
    claims: demoClaims(now),
    savedViews: demoSavedViews(now),
    roles: demoRoles(now),
    ...demoSettings(today),
    auditLogs,
    ...sold,
    approvals,
    printSizes: demoPrintSizes(today),
    packagePrices: demoPrices(today),
    expressNumbers: demoExpressNumbers(printOrders),
    ...books.collections,
    ...service.collections,
    messages: demoMessages(createRandom(seed + 4), subjects, now),
  };
  for (const one of Object.values(entities))
    collections[one.collection] ??= exampleRecords(one, today);
  pictures.push(...content.pictures, ...demoUserPhotos(), ...service.pictures);
  const figures = createFigures();
  figures.add(collections);
  // When every record that names a picture exists.
  const { files, pictures: unused } = demoFiles(collections, pictures, random, now);
  const { exports, pictures: exported } = demoExports(now);
  const { printArchives, pictures: archived } = demoPrintArchives(printOrders, now);
  return {
    collections: {
      ...collections,
      counters: figures.documents(now),
      files,
      exports,
      printArchives,
      ...demoCompensations(people, now),
      videos: demoVideos(random, now),
    },
    pictures: [...pictures, ...unused, ...exported, ...archived],
    memory: books.memory,
  };
};
