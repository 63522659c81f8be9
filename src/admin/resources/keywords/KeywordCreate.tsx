import { useRedirect } from 'react-admin';
import { keywordEntity } from '#contract/keyword.ts';
import { FormPage } from '../../kit/form/FormPage.tsx';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { RecordForm } from '../../kit/form/RecordForm.tsx';
import { KeywordInputs } from './KeywordInputs.tsx';

export const KeywordCreate = () => {
  const redirect = useRedirect();
  return (
    <FormPage>
      <RecordCreate>
        <RecordForm
          fields={keywordEntity.inputs}
          defaults={keywordEntity.defaults}
          onSaved={() => redirect('list', 'keywords')}
        >
          <KeywordInputs />
        </RecordForm>
      </RecordCreate>
    </FormPage>
  );
};
