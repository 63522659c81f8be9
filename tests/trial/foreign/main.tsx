import { Admin, Edit, ListGuesser, Resource, SimpleForm, TextInput } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { categoryEntity } from '#contract/category.ts';
import { readConfig } from '#src/config.ts';
import { createCloudBaseProviders } from '#src/providers.ts';

const providers = createCloudBaseProviders({
  ...readConfig(),
  resources: { categories: categoryEntity },
});
const CategoryEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="name" />
    </SimpleForm>
  </Edit>
);

createRoot(document.getElementById('root')!).render(
  <BrowserRouter basename="/foreign">
    <Admin {...providers}>
      <Resource name="categories" list={ListGuesser} edit={CategoryEdit} />
    </Admin>
  </BrowserRouter>,
);
