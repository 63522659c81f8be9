import type { Deployment } from '../deployment.ts';
import type { Part } from '../part.ts';

/** What no interface offers. `npm run doctor` asks for each whether it has been done. */
export const byHandPart = ({ cloud, versions }: Deployment): Part => ({
  title: 'By hand, once (npm run doctor tells what is left)',
  plan: () =>
    cloud.endpoint || versions.current
      ? []
      : [
          {
            action: 'manual',
            name: 'response headers of the site',
            why: 'the pages state their policy themselves, and do not start inside others; a CDN of an own domain can keep browsers from showing them there at all',
          },
          {
            action: 'manual',
            name: "WeChat's list of addresses",
            why: 'put the address that is named at the end on it (开发管理 › 开发设置 › IP 白名单)',
          },
        ],
});
