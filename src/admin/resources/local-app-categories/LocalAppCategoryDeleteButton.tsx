import type { LocalAppCategory } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const LocalAppCategoryDeleteButton = (props: DeleteRecordButtonProps) => (
  <DeleteRecordButton
    {...props}
    facts={(t, { appCount: count = 0 }: RecordOf<LocalAppCategory>) =>
      t(count > 0 ? 'used' : 'effect', { count })
    }
  />
);
