import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import { Box, Button, Chip, Menu, MenuItem } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { TemplateInput } from '#contract/templateInput.ts';
import { fieldKinds, fittingTypes, type WorkflowField } from '#contract/workflowFields.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';

export interface WorkflowFieldRowProps {
  field: WorkflowField;
  inputs: readonly TemplateInput[];
  /** The input that fills it in. */
  mapped: TemplateInput | undefined;
  isFull: boolean;
  onAdd: () => void;
  onMap: (at: number) => void;
}

/** A field of a node: what it is, what it holds, and which input fills it in. */
export const WorkflowFieldRow = (props: WorkflowFieldRowProps) => {
  const { field, inputs, mapped, isFull, onAdd, onMap } = props;
  const { title, nodeId, fieldName, value, kind, role } = field;
  const t = useTexts('resources.templates.workflow');
  const [hasActed, setHasActed] = useState(false);
  const act = (change: () => void) => {
    setHasActed(true);
    change();
  };
  const about = { title, field: fieldName };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {title}
          </Box>
          <Chip label={role ? t(`roles.${role}`) : fieldKinds[kind].label} />
          <Quiet component="span" tiny>
            {t('node', { id: nodeId })} · <code>{fieldName}</code>
          </Quiet>
        </Box>
        <Quiet
          small
          title={String(value)}
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {t('now', { value: value === '' ? t('empty') : String(value) })}
        </Quiet>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: { sm: 'flex-end' } }}>
        {mapped ? (
          <Mapped name={mapped.label || mapped.key} takesFocus={hasActed} />
        ) : (
          <>
            <Button
              variant="outlined"
              size="small"
              startIcon={<AddIcon />}
              disabled={isFull}
              aria-label={t('addOf', about)}
              onClick={() => act(onAdd)}
            >
              {t('add')}
            </Button>
            <MapButton
              label={t('mapToOf', about)}
              field={field}
              inputs={inputs}
              onMap={at => act(() => onMap(at))}
            />
          </>
        )}
      </Box>
    </Box>
  );
};

/** Takes the place of the buttons, and the focus of the one that was pressed. */
const Mapped = ({ name, takesFocus }: { name: string; takesFocus: boolean }) => {
  const t = useTexts('resources.templates.workflow');
  return (
    <Box
      ref={useArrivingFocus(takesFocus)}
      tabIndex={-1}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 32,
        color: 'success.main',
        fontSize: '0.8125rem',
        overflowWrap: 'anywhere',
      }}
    >
      <CheckIcon fontSize="small" aria-hidden />
      {t('mapped', { name })}
    </Box>
  );
};

interface MapButtonProps {
  label: string;
  field: WorkflowField;
  inputs: readonly TemplateInput[];
  onMap: (at: number) => void;
}

/** The existing inputs that can fill in the field. */
const MapButton = ({ label, field, inputs, onMap }: MapButtonProps) => {
  const t = useTexts('resources.templates.workflow');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const fitting = inputs
    .map((input, at) => ({ input, at }))
    .filter(({ input }) => fittingTypes[field.kind].includes(input.type));
  if (fitting.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('mapTo')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {fitting.map(({ input, at }) => (
          <MenuItem
            key={at}
            onClick={() => {
              setAnchor(null);
              onMap(at);
            }}
          >
            {input.label || input.key}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** What takes the place of a control that was used gets the focus, once, so that the keyboard goes on from there. */
export const useArrivingFocus = (takesFocus: boolean) => {
  const element = useRef<HTMLElement>(null);
  const [takes] = useState(takesFocus);
  useEffect(() => {
    if (takes) element.current?.focus({ preventScroll: true });
  }, [takes]);
  return element;
};
