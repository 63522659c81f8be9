import { useGetOne, useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';

/** What the user gave, under the names the template gives it. */
export const TaskInputs = ({ task }: { task: RecordOf<Task> }) => {
  const translate = useTranslate();
  const { data: template } = useGetOne<RecordOf<Template>>(
    'templates',
    { id: task.templateId },
    // Without the template the keys are shown.
    {
      enabled: useCan()('templates.read') && task.templateId !== '',
      staleTime: 60_000,
      retry: false,
      onError: () => undefined,
    },
  );
  const labels = new Map(template?.inputs.map(input => [input.key, input]));
  if (task.inputs.length === 0) {
    return <Quiet>{translate('resources.tasks.noInputs')}</Quiet>;
  }
  return (
    <FactList
      facts={task.inputs.map(({ key, value, filePath }) => {
        const input = labels.get(key);
        const label = input?.label ?? key;
        if (task.removed.some(one => one.filePath === filePath))
          return [label, translate('resources.tasks.removed')] as const;
        if (filePath) {
          return [
            label,
            <ZoomableImage key={key} src={filePath} alt={label} width={96} height={96} />,
          ] as const;
        }
        if (typeof value === 'boolean') {
          return [label, translate(value ? 'list.yes' : 'list.no')] as const;
        }
        const option = input?.options?.find(one => one.value === value);
        return [label, option?.label ?? (value === null ? null : String(value))] as const;
      })}
    />
  );
};
