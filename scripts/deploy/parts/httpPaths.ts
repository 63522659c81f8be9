import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import type { Part, Step } from '../part.ts';

/** Where other services reach functions. The functions check who calls them, so the platform must not. */
export const httpPathsPart = ({ cloud, release }: Deployment): Part => ({
  title: 'HTTP paths',
  plan: async () => {
    const { library, attempt } = cloud;
    const paths = await readPaths(cloud);
    const declared = new Map(release.functions.map(({ name, http }) => [name, http]));
    const surplus = paths.filter(
      ({ Name, Path }) => declared.has(Name) && declared.get(Name) !== Path,
    );
    const steps = release.functions.flatMap(({ name, http }): Step[] => {
      if (!http) return [];
      const there = paths.find(({ Path }) => Path === http);
      const step = `${http} → ${name}`;
      if (there?.Name === name && !there.EnableAuth) return [{ action: 'leave', name: step }];
      if (there?.Name === name)
        return [
          {
            action: 'change',
            name: step,
            why: 'asks for sign-in, which other services do not have',
            run: async () => {
              await attempt('ModifyCloudBaseGWAPIPrivilegeBatch', () =>
                library.access.switchPathAuth({ apiIds: [there.APIId], auth: false }),
              );
            },
          },
        ];
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
    return [
      ...steps,
      ...surplus.map(({ Name, Path }): Step => ({
        action: 'leave',
        name: `${Path} → ${Name}`,
        why: 'is not declared; delete it in the console unless another service calls it',
      })),
    ];
  },
});

interface HttpPath {
  APIId: string;
  Path: string;
  /** Of the function. */
  Name: string;
  EnableAuth: boolean;
}

const PAGE = 100;

/** The library writes one parameter of this call in a way that the platform does not know. */
const readPaths = async ({ call, envId }: Cloud): Promise<HttpPath[]> => {
  const found: HttpPath[] = [];
  for (;;) {
    const { APISet: page, Total } = await call<{ APISet: HttpPath[] | null; Total: number }>(
      'tcb',
      'DescribeCloudBaseGWAPI',
      { ServiceId: envId, Offset: found.length, Limit: PAGE },
    );
    found.push(...(page ?? []));
    if (!page?.length || found.length >= Total) return found;
  }
};
