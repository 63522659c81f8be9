import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { approvalDefects } from './approvals.ts';
import { backups } from './backups.ts';
import type { Defect } from './defect.ts';
import { deployments } from './deployments.ts';
import { doctor } from './doctor.ts';
import { largeCalls } from './largeCalls.ts';
import { lists } from './lists.ts';
import { messageDefects } from './messages.ts';
import { migrationDefects } from './migrations.ts';
import { money } from './money.ts';
import { pictures } from './pictures.ts';
import { platform } from './platform.ts';
import { printFiles } from './printFiles.ts';
import { providers } from './providers.ts';
import { records } from './records.ts';
import { rightsDefects } from './rights.ts';
import { screens } from './screens.ts';
import { secondFactorDefects } from './secondFactor.ts';
import { secrecy } from './secrecy.ts';
import { settings } from './settings.ts';
import { shipping } from './shipping.ts';
import { sources } from './sources.ts';
import { tasks } from './tasks.ts';
import { background } from './worker.ts';

export const defects: Defect[] = [
  ...access,
  ...rightsDefects,
  ...approvalDefects,
  ...secondFactorDefects,
  ...accounts,
  ...secrecy,
  ...records,
  ...lists,
  ...largeCalls,
  ...migrationDefects,
  ...money,
  ...messageDefects,
  ...shipping,
  ...tasks,
  ...background,
  ...pictures,
  ...printFiles,
  ...platform,
  ...backups,
  ...deployments,
  ...doctor,
  ...providers,
  ...screens,
  ...settings,
  ...sources,
];
