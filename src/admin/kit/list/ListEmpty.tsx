import FilterAltOffIcon from '@mui/icons-material/FilterAltOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import { Button } from '@mui/material';
import { useListContext, useResourceDefinition, useTranslate } from 'react-admin';
import { NewButton } from './NewButton.tsx';
import { ListState } from '../base/ListState.tsx';

/** No record at all offers to create one; none that matches offers to clear the filters. */
export const ListEmpty = () => {
  const translate = useTranslate();
  const { resource, filterValues, setFilters } = useListContext();
  const { hasCreate } = useResourceDefinition();
  if (Object.keys(filterValues as object).length > 0) {
    return (
      <ListState
        icon={<FilterAltOffIcon />}
        title={translate('list.noMatch.title')}
        text={translate('list.noMatch.text')}
        action={
          <Button variant="outlined" onClick={() => setFilters({}, {}, false)}>
            {translate('list.clearFilters')}
          </Button>
        }
      />
    );
  }
  return (
    <ListState
      icon={<InboxIcon />}
      title={translate(`resources.${resource}.empty.title`)}
      text={translate(`resources.${resource}.empty.text`)}
      action={hasCreate && <NewButton />}
    />
  );
};
