import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import type { Part, Step } from '../part.ts';

/** Where other services reach functions. The functions check who calls them, so the platform must not. */
export const httpPathsPart = ({ cloud, release }: Deployment): Part => ({
  title: 'HTTP paths',
  plan: async () => {
    const { library, attempt } = cloud;
    const { APISet } = await attempt('DescribeCloudBaseGWAPI', () =>
      library.access.getAccessList({ limit: 100, offset: 0 }),
    );
    return release.functions.flatMap(({ name, http }): Step[] => {
      if (!http) return [];
      const there = (APISet ?? []).find(({ Path }) => Path === http);
      const step = `${http} → ${name}`;
      if (there?.Name === name) return [{ action: 'leave', name: step }];
      if (there)
        return [
          {
            action: 'manual',
            name: step,
            why: `${http} leads to ${there.Name}: delete that path in the console, then run again`,
          },
        ];
      return [
        {
          action: 'create',
          name: step,
          run: async () => {
            await attempt('CreateCloudBaseGWAPI', () =>
              library.access.createAccess({ path: http, name }),
            ).catch(unlessThere);
          },
        },
      ];
    });
  },
});
