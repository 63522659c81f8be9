import RemoveIcon from '@mui/icons-material/LabelOffOutlined';
import AddIcon from '@mui/icons-material/NewLabelOutlined';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { adminUserActions } from '#contract/userActions.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { TagsField } from './TagsField.tsx';

/** Many users get a tag, or lose one. */
export const UserBulkActions = () => (
  <>
    <ChangeTagsButton how="add" icon={<AddIcon />} />
    <ChangeTagsButton how="remove" icon={<RemoveIcon />} />
  </>
);

const { tags: rule } = adminUserActions.setTags.input.shape;

const ChangeTagsButton = ({ how, icon }: { how: 'add' | 'remove'; icon: ReactNode }) => {
  const { invoke } = useDataProvider();
  const t = useTexts(`resources.users.bulk.${how}`);
  const [tags, setTags] = useState<string[]>([]);
  const { success, error } = rule.safeParse(tags);
  return (
    <BulkActionButton
      label={t('action')}
      icon={icon}
      title={count => t('title', { count })}
      canConfirm={success && tags.length > 0}
      actOnMany={async ids =>
        (await invoke('adminUser', 'changeTags', { ids, [how]: tags })).results
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {t('facts')}
        <TagsField
          label={t('tags')}
          value={tags}
          onChange={setTags}
          error={error?.issues[0]?.message}
        />
      </Box>
    </BulkActionButton>
  );
};
