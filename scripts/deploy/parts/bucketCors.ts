import { isDeepStrictEqual } from 'node:util';
import { placeOf } from '../bucket.ts';
import type { Cloud } from '../cloud.ts';
import { type Deployment, originsOf } from '../deployment.ts';
import type { Part } from '../part.ts';

/** As the library for object storage gives and takes a rule. */
interface Rule {
  AllowedOrigins?: string[];
  AllowedMethods?: string[];
  AllowedHeaders?: string[];
  ExposeHeaders?: string[];
  MaxAgeSeconds?: string | number;
}

/** The platform allows no more. */
const MOST_RULES = 100;

/** What the platform's own library sets for a domain; with a longer time a browser asks less often. */
const ruleFor = (host: string): Rule => ({
  AllowedOrigins: [`http://${host}`, `https://${host}`],
  AllowedMethods: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['Etag', 'Date'],
  MaxAgeSeconds: '5',
});

const sorted = (list: string[] = []) => [...list].sort();
const normal = (rule: Rule) => [
  sorted(rule.AllowedOrigins),
  sorted(rule.AllowedMethods),
  sorted(rule.AllowedHeaders),
  sorted(rule.ExposeHeaders),
  String(rule.MaxAgeSeconds ?? ''),
];

/**
 * That pages may send pictures straight to the bucket, which has another origin than they. All origins in one write: the
 * library's own call for a domain does not wait, and of several the last one wins.
 */
export const bucketCorsPart = ({ cloud, facts, siteUrl }: Deployment): Part => ({
  title: 'Uploads of pages',
  plan: async () => {
    const place = placeOf({ name: facts.bucket, region: facts.region });
    const { rules, vary } = await readRules(cloud, place);
    const missing = originsOf(siteUrl, facts)
      .map(host => ({ host, rule: ruleFor(host) }))
      .filter(({ rule }) => !rules.some(one => isDeepStrictEqual(normal(one), normal(rule))));
    const name = 'cross-origin rules of the bucket';
    if (missing.length === 0) return [{ action: 'leave', name }];
    const hosts = missing.map(({ host }) => host).join(', ');
    if (rules.length + missing.length > MOST_RULES)
      return [
        {
          action: 'manual',
          name,
          why: `the bucket has ${rules.length} rules: remove those that nothing needs, then run again for ${hosts}`,
        },
      ];
    return [
      {
        action: rules.length === 0 ? 'create' : 'change',
        name,
        why: `for ${hosts}`,
        run: () => {
          const { cos, attempt } = cloud;
          const wanted = {
            ...place,
            CORSRules: [...rules, ...missing.map(({ rule }) => rule)],
            ...(vary && { ResponseVary: vary }),
          };
          // The library's types name the fields as the XML has them; it takes them as it gives them, too.
          return attempt('PutBucketCors', () => cos.putBucketCors(wanted as never));
        },
      },
    ];
  },
});

const readRules = async (
  { cos, attempt }: Cloud,
  place: ReturnType<typeof placeOf>,
): Promise<{ rules: Rule[]; vary: string | undefined }> => {
  const answer = (await attempt('GetBucketCors', () => cos.getBucketCors(place))) as {
    CORSRules?: Rule[];
    ResponseVary?: string;
  };
  return { rules: answer.CORSRules ?? [], vary: answer.ResponseVary };
};
