import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Chip } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import type { WorkflowNode } from '#contract/workflow.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { type MappingProblems, TemplateInputFields } from './TemplateInputFields.tsx';

export interface TemplateInputItemProps {
  input: TemplateInput;
  /** The node that it is mapped to, where the template knows its workflow. */
  node: WorkflowNode | undefined;
  problems: MappingProblems;
  /** The handle that moves it. */
  order: ReactNode;
  /** react-hook-form's, below this input. */
  errors: object;
  open: boolean;
  onToggle: () => void;
  onChange: (input: TemplateInput) => void;
  onRemove: () => void;
}

export const TemplateInputItem = (props: TemplateInputItemProps) => {
  const { input, node, problems, order, errors, open, onToggle, onChange, onRemove } = props;
  const t = useTexts('resources.templates.inputs');
  const id = useId();
  const isWrong = Object.keys(errors).length > 0;
  const isOpen = open || isWrong;
  const name = input.label || t('unnamed');
  const isMisfit = Object.values(problems).some(Boolean);
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 1, minHeight: 48 }}>
        <Quiet>{order}</Quiet>
        <ButtonBase
          onClick={onToggle}
          aria-expanded={isOpen}
          aria-controls={id}
          sx={{
            flex: 1,
            minWidth: 0,
            justifyContent: 'flex-start',
            gap: 1,
            px: 1,
            minHeight: 44,
            font: 'inherit',
            textAlign: 'left',
          }}
        >
          <Box
            component="span"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1,
              rowGap: 0.5,
              py: 0.5,
              minWidth: 0,
            }}
          >
            <Box
              component="span"
              sx={{
                fontWeight: 500,
                overflowWrap: 'anywhere',
                color: isWrong ? 'error.main' : undefined,
              }}
            >
              {name}
              {input.required && (
                <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
                  {' *'}
                </Box>
              )}
            </Box>
            <Chip label={inputTypes[input.type].label} />
            {isMisfit && <Chip color="warning" variant="outlined" label={t('misfit')} />}
            <Box
              component="code"
              sx={{
                display: { xs: 'none', sm: 'block' },
                color: 'text.secondary',
                fontSize: '0.75rem',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
              }}
            >
              {input.key}
            </Box>
          </Box>
          <ExpandIcon
            fontSize="small"
            sx={{ ml: 'auto', color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : '' }}
          />
        </ButtonBase>
        <RecordButton
          icon={<DeleteIcon fontSize="small" />}
          action={t('remove')}
          label={t('removeOf', { name })}
          onClick={onRemove}
        />
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ px: 2, pb: 2, bgcolor: 'background.default' }}>
        {isOpen && (
          <TemplateInputFields
            input={input}
            node={node}
            problems={problems}
            errors={errors}
            onChange={onChange}
          />
        )}
      </Box>
    </Box>
  );
};
