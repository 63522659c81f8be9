import { access } from './access.ts';
import type { Defect } from './defect.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { pictures } from './pictures.ts';
import { platform } from './platform.ts';
import { providers } from './providers.ts';
import { records } from './records.ts';
import { screens } from './screens.ts';
import { secrecy } from './secrecy.ts';
import { sources } from './sources.ts';
import { tasks } from './tasks.ts';

export const defects: Defect[] = [
  ...access,
  ...secrecy,
  ...records,
  ...lists,
  ...money,
  ...tasks,
  ...pictures,
  ...platform,
  ...providers,
  ...screens,
  ...sources,
];
