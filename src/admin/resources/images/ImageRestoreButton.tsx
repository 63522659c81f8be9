import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import type { StoredFile } from '#contract/file.ts';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';

export const ImageRestoreButton = ({ onRestored }: { onRestored?: () => void }) => {
  const t = useTexts('resources.images.restore');
  const { invoke } = useDataProvider();
  const { name, filePath } = useRecord<StoredFile>();
  return (
    <RunButton
      right="images.write"
      variant="text"
      size="small"
      startIcon={<RestoreIcon />}
      label={t('action')}
      aria-label={t('of', { name })}
      run={async () => {
        const restored = await invoke('adminStorage', 'restoreImage', { filePath });
        onRestored?.();
        return restored;
      }}
      done={restored => t('done', { name: restored.name })}
    />
  );
};
