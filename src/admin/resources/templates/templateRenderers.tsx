import { Box } from '@mui/material';
import { templateEntity, type TemplateStatus, templateStatuses } from '#contract/template.ts';
import { inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import { exactTime } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { renderersOf, type ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { VideoName } from '../videos/parts.ts';

const InputsValue = ({ inputs }: { inputs: TemplateInput[] }) => {
  const t = useTexts('resources.templates');
  const line = ({ key, label, type, required, nodeId, default: start }: TemplateInput) => [
    `${label}（${key}）`,
    inputTypes[type].label,
    required && t('inputs.required'),
    nodeId && t('workflow.node', { id: nodeId }),
    start != null && `${t('inputs.default')} ${start}`,
  ];
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {inputs.map(input => (
        <li key={input.key}>{line(input).filter(Boolean).join(' · ')}</li>
      ))}
    </Box>
  );
};

const NodesValue = ({ nodes }: { nodes: WorkflowNode[] }) => {
  const t = useTexts('resources.templates.workflow');
  return <>{t('count', { count: nodes.length })}</>;
};

/** How conflicts and the history show a template's values. */
export const templateRenderers: ValueRenderers = {
  ...renderersOf(templateEntity.fields),
  videoFileId: value => <VideoName fileId={String(value)} />,
  status: value => templateStatuses[value as TemplateStatus]?.label ?? String(value),
  publishTime: value => exactTime(value as number),
  inputs: value => <InputsValue inputs={value as TemplateInput[]} />,
  workflowNodes: value => <NodesValue nodes={value as WorkflowNode[]} />,
};
