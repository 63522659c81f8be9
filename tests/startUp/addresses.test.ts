import { expect, it } from 'vitest';
import { resolveAddress } from '#src/addresses.ts';

it.each([
  ['/templates/edit/t1', '/admin/templates/edit/t1'],
  ['/admin-cloud/dashboard', '/admin/dashboard'],
  ['/admin-cloud/orders', '/admin/orders'],
  ['/login', '/admin/login'],
  ['/admin/login', '/admin/login'],
  ['/admin', '/admin/dashboard'],
  ['/task/task_1', '/task/task_1'],
  ['/works', '/works'],
  ['/me/', '/me'],
  ['/', '/'],
  ['/nowhere', '/404'],
  ['/foo/login', '/admin/login'],
  ['/login/x', '/admin/login'],
  ['/foo/%6Cogin', '/admin/login'],
  ['/%E0%A4%A/login', '/admin/login'],
  ['/x/admin/y', '/admin/404'],
  ['/x/admin-cloud', '/admin/404'],
  ['/%61dmin/orders', '/admin/orders'],
  ['/orders/%E0%A4%A', '/admin/orders'],
  ['/template/tpl_1%E3%80%82', '/template/tpl_1'],
  ['/template/tpl_1%EF%BC%8C%E5%BF%AB%E6%9D%A5%E7%9C%8B', '/template/tpl_1'],
  ['/me).', '/me'],
  ['/admin/users/usr_1%EF%BC%89', '/admin/users/usr_1'],
  ['/administrator', '/404'],
  ['/x/admin%2Fy', '/404'],
])('the address %s leads to %s', (from, path) => {
  const side = path.startsWith('/admin') ? 'admin' : 'visitor';
  expect(resolveAddress(from)).toEqual({ side, path });
});
