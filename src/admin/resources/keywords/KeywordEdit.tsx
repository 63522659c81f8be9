import { useRedirect } from 'react-admin';
import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { keywordEntity, type KeywordType, keywordTypes } from '#contract/keyword.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { KeywordDeleteButton } from './KeywordDeleteButton.tsx';
import { KeywordInputs } from './KeywordInputs.tsx';

const renderers: ValueRenderers = {
  type: value => keywordTypes[value as KeywordType].label,
  status: value => enabledStatuses[value as EnabledStatus].label,
};

export const KeywordEdit = () => {
  const redirect = useRedirect();
  const toList = () => redirect('list', 'keywords');
  return (
    <FormPage>
      <RecordEdit>
        <RecordForm
          fields={keywordEntity.inputs}
          defaults={keywordEntity.defaults}
          renderers={renderers}
          onSaved={toList}
        >
          <RecordHeader
            status={<StatusField choices={enabledStatuses} />}
            actions={<KeywordDeleteButton variant="text" onDeleted={toList} />}
          />
          <KeywordInputs />
        </RecordForm>
      </RecordEdit>
    </FormPage>
  );
};
