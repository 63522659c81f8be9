import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { parseWorkflow } from '#contract/workflow.ts';
import { fieldsOf } from '#contract/workflowFields.ts';
import { mappingProblems } from '#contract/workflowMapping.ts';
import { i18nProvider, loadTexts } from '#i18n/i18nProvider.ts';
import { WorkflowFieldList } from '#src/admin/resources/templates/workflow/WorkflowFieldList.tsx';
import { photoInput } from '../../photoInput.ts';
import { portrait } from '../../workflows.ts';
import { click } from '../renderAdmin.tsx';

/** The workflow in which the node of the photo is another one, or has another number. */
const changes = {
  'has another number': { ...portrait, '12': portrait['14'], '50': portrait['12'] },
  'is of another kind': { ...portrait, '12': { ...portrait['12'], class_type: 'LoadImageMask' } },
};

it.each(Object.entries(changes))('an input whose node %s is mapped anew', async (_how, changed) => {
  await loadTexts();
  const parsed = parseWorkflow(JSON.stringify(changed));
  const nodes = 'nodes' in parsed ? parsed.nodes : [];
  const [photo] = fieldsOf(nodes).filter(({ kind }) => kind === 'image');
  const mapped = { ...photoInput, nodeClass: 'LoadImage' };
  const change = vi.fn();
  const list = (inputs: (typeof mapped)[]) => (
    <AdminContext i18nProvider={i18nProvider}>
      <WorkflowFieldList fields={[photo!]} inputs={inputs} onChange={change} />
    </AdminContext>
  );
  const { rerender } = render(list([mapped]));
  expect(mappingProblems([mapped], nodes)).not.toEqual({});
  const map = { name: '把「上传人像」的 image 对应到已有输入项' };
  await click(await screen.findByRole('button', map));
  expect(screen.queryByText('已对应「照片」')).toBeNull();
  await click(await screen.findByRole('menuitem', { name: '照片' }));
  const { nodeId, classType: nodeClass } = photo!;
  const anew = [{ ...mapped, nodeId, nodeClass }];
  expect(change).toHaveBeenCalledExactlyOnceWith(anew);
  rerender(list(anew));
  expect(await screen.findByText('已对应「照片」')).toBeVisible();
  expect(mappingProblems(anew, nodes)).toEqual({});
});
