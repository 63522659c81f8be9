import type { Template, TemplateEngine } from './template.ts';
import { mappingProblems } from './workflowMapping.ts';

/** Needed to go online; the sentence is shown beside the missing field. */
export const templatePublishRules = {
  name: '上线前请填写名称',
  coverImage: '上线前请上传封面图',
  categoryIds: '上线前请选择分类',
  workflowId: '上线前请填写工作流编号',
  webappId: '上线前请填写 AI 应用编号',
  inputs: '上线前请至少添加一个输入项',
  outputType: '视频结果暂不能上线，需先由视频服务加上标识',
  engine: '「本地处理」的模板无法制作，请改用工作流或 AI 应用，或建为本地应用',
  apiKeyPool: '该密钥分组没有可用的密钥，请先在「API Key管理」中添加或恢复',
  trial: '上线前请先试跑成功一次',
} as const;
export type PublishField = Exclude<keyof typeof templatePublishRules, 'trial'>;

/** What decides whether a template runs: once one of these changes, a trial has to succeed again. */
export const triedFields = [
  'engine',
  'workflowId',
  'webappId',
  'inputs',
  'workflowNodes',
] as const satisfies (keyof Template)[];

/** An input without a node has no effect on the result. */
const inputRules = {
  nodeId: '上线前请填写节点编号',
  fieldName: '上线前请填写节点字段',
} as const;

const ofEveryTemplate = ['name', 'coverImage', 'categoryIds', 'outputType'] as const;
const ofEngine = {
  workflow: ['workflowId', 'inputs', 'apiKeyPool'],
  ai_app: ['webappId', 'inputs', 'apiKeyPool'],
  local: [],
} as const satisfies Record<TemplateEngine, PublishField[]>;

/** Fields that going online needs with this engine. */
export const publishFieldsOf = (engine: TemplateEngine): PublishField[] => [
  ...ofEveryTemplate,
  ...ofEngine[engine],
];

/** Videos do not carry the visible mark yet, which generated pictures get from their style. */
const isUnmarked = ({ outputType = 'image' }: Publishable) => outputType === 'video';

/** As stored: fields that an older record does not have count as missing. */
export type Publishable = Partial<
  Pick<Template, Exclude<PublishField, 'apiKeyPool'> | 'engine' | 'workflowNodes'>
>;

const emptyOf = (template: Publishable, fields: readonly PublishField[]) => {
  const missing: Record<string, string> = {};
  for (const field of fields) {
    if (field === 'apiKeyPool') continue;
    const isMissing = field === 'outputType' ? isUnmarked(template) : !template[field]?.length;
    if (isMissing) missing[field] = templatePublishRules[field];
  }
  return missing;
};

/**
 * What a trial needs and the template does not have, a sentence for each field: `inputs.0.nodeId` for a part of one. The
 * pool's keys are checked elsewhere, because they change without the template.
 */
export const missingToTry = (template: Publishable): Record<string, string> => {
  const { engine = 'workflow', inputs = [], workflowNodes = [] } = template;
  const missing = emptyOf(template, ofEngine[engine]);
  if (engine === 'local') return missing;
  inputs.forEach((input, at) => {
    for (const part of ['nodeId', 'fieldName'] as const)
      if (!input[part]) missing[`inputs.${at}.${part}`] = inputRules[part];
  });
  return { ...missing, ...mappingProblems(inputs, workflowNodes) };
};

/** What a template needs to be offered: besides, what visitors see of it. */
export const missingToRun = (template: Publishable): Record<string, string> => ({
  ...(template.engine === 'local' && { engine: templatePublishRules.engine }),
  ...emptyOf(template, ofEveryTemplate),
  ...missingToTry(template),
});

/** Before it goes online for the first time; what was online before has proved that it runs. */
export const needsTrial = ({
  engine = 'workflow',
  publishTime = null,
  trialPassed = false,
}: Partial<Pick<Template, 'engine' | 'publishTime' | 'trialPassed'>>): boolean =>
  engine !== 'local' && publishTime === null && !trialPassed;

/** Everything that prevents publishing, `trial` included. The pool's keys are checked elsewhere. */
export const missingToPublish = (
  template: Publishable & Partial<Pick<Template, 'publishTime' | 'trialPassed'>>,
): Record<string, string> => ({
  ...missingToRun(template),
  ...(needsTrial(template) && { trial: templatePublishRules.trial }),
});

/** The sentences joined, without repetitions. */
export const missingSentence = (missing: Record<string, string>) =>
  [...new Set(Object.values(missing))].join('；');
