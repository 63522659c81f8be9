import { entities } from '#contract/entities.ts';
import type { ActionNames } from '#contract/entity.ts';
import { auditLogs } from './auditLogs.ts';

type Words = Record<string, string>;

/** What the log calls the actions that entities have in common. */
const phrases: Partial<Record<keyof ActionNames, (kind: string) => string>> = {
  create: kind => `新建${kind}`,
  update: kind => `修改${kind}`,
  delete: kind => `删除${kind}`,
  setField: kind => `修改${kind}的一项`,
  setRecommend: kind => `设置${kind}推荐`,
  setStatus: kind => `启用或停用${kind}`,
  setOrder: kind => `调整${kind}排序`,
  moveFirst: kind => `把${kind}移到最前`,
};

/** The log's words for every entity follow from the name of its resource, unless `auditLogs.ts` has others. */
export const withEntityWords = (resources: Record<string, { name?: string }>) => {
  const kinds: Words = { ...auditLogs.kinds };
  const functions: Words = { ...auditLogs.functions };
  const actions: Record<string, Words> = { ...auditLogs.actions };
  for (const [resource, { kind, function: at, names }] of Object.entries(entities)) {
    const word = (kinds[kind] ??= resources[resource]?.name ?? '');
    functions[at] ??= word;
    const common = Object.entries<{ name: string }>(names).flatMap(([key, { name }]) => {
      const phrase = phrases[key as keyof ActionNames];
      return phrase && word ? [[name, phrase(word)]] : [];
    });
    actions[at] = { ...(Object.fromEntries(common) as Words), ...actions[at] };
  }
  return { ...auditLogs, kinds, functions, actions };
};
