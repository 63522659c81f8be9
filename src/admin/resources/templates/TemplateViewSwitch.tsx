import GridIcon from '@mui/icons-material/GridViewOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type TemplateView, useTemplateView } from './useTemplateView.ts';

/** Rows to work on, or pictures to look at. */
export const TemplateViewSwitch = () => {
  const translate = useTranslate();
  const [view, setView] = useTemplateView();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_event, next: TemplateView | null) => next && setView(next)}
      aria-label={translate('resources.templates.view.label')}
      sx={{ '& .MuiToggleButton-root': { p: 0.5 } }}
    >
      <ToggleButton value="table" aria-label={translate('resources.templates.view.table')}>
        <TableIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="grid" aria-label={translate('resources.templates.view.grid')}>
        <GridIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
};
