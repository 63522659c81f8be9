import type { Defect } from './defect.ts';

const rights = 'tests/functions/admins/rights.test.ts';
const raised = 'tests/functions/admins/raisedRights.test.ts';
const limits = 'tests/functions/admins/roleLimits.test.ts';

export const rightsDefects: Defect[] = [
  {
    says: 'A call is admitted whatever the role may.',
    file: 'cloudfunctions/_shared/base/permissions.ts',
    find: '  if (!meets(live.rights, demandOf(name, action, input?.data))) throw forbidden();\n',
    replace: '',
    caughtBy: rights,
    title: 'writes nothing, and is in the audit log once a minute',
  },
  {
    says: 'One with some rights gives all of them.',
    file: 'cloudfunctions/_shared/admins/ranks.ts',
    find: '    ? own.role === FULL_ROLE',
    replace: '    ? true',
    caughtBy: raised,
    title: 'makes one with all rights',
  },
  {
    says: 'One changes the own role.',
    file: 'cloudfunctions/adminAdministrator/roles.ts',
    find: '  if (id === own.role) throw stateNotAllowed(adminSentences.ownRole);\n',
    replace: '',
    caughtBy: raised,
    title: 'renames the own role',
  },
  {
    says: 'A role is made whose limits are above those of its maker.',
    file: 'cloudfunctions/_shared/admins/ranks.ts',
    find: '  own === null || (other !== null && other <= own);',
    replace: '  own === null || other === null || other <= own;',
    caughtBy: limits,
    title: 'are part of what nobody raises',
  },
  {
    says: 'The audit log tells of what the role does not see.',
    file: 'cloudfunctions/adminAuditLog/index.ts',
    find: 'return kinds ? list(request, { resource: _.in(kinds) }) : reading;',
    replace: 'return kinds ? reading : reading;',
    caughtBy: rights,
    title: 'of the audit log are the rows about what the role sees',
  },
  {
    says: 'An export goes on for one who was demoted meanwhile.',
    file: 'cloudfunctions/heavyWorker/exports/work.ts',
    find: '  return mayExport(rights, job);',
    replace: '  return mayExport(rights, job) || rights.size > 0;',
    caughtBy: rights,
    title: 'ends without a file',
  },
  {
    says: 'The file of an export is given to one who was demoted.',
    file: 'cloudfunctions/adminExport/index.ts',
    find: '    if (!mayExport(rights, job)) throw forbidden();\n',
    replace: '',
    caughtBy: rights,
    title: 'is not given to one who is demoted afterwards',
  },
  {
    says: 'Addresses of users’ pictures are given to every role.',
    file: 'cloudfunctions/_shared/users/shownPictures.ts',
    find: "  if (audience === 'owner') return meets(rights, seesUserPictures);\n",
    replace: "  if (audience === 'owner') return true;\n",
    caughtBy: rights,
    title: 'only to roles with a page that has them',
  },
  {
    says: 'What was refused counts towards the limit of the day.',
    file: 'cloudfunctions/_shared/admins/limits.ts',
    find: '    if (isClean(error)) await takeBack();\n',
    replace: '',
    caughtBy: limits,
    title: 'and nothing that was refused',
  },
];
