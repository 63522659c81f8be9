import { useRecordContext, useTranslate } from 'react-admin';
import { DeleteRecordButton } from '../../kit/list/DeleteRecordButton.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';

export const QuickFunctionDeleteButton = () => {
  const translate = useTranslate();
  const record = useRecordContext<QuickFunctionRecord>();
  if (!record) return null;
  const { clickCount } = record;
  return (
    <DeleteRecordButton
      facts={
        <>
          <div>{translate('resources.templates/quick-functions.delete.effect')}</div>
          {clickCount > 0 && (
            <div>
              {translate('resources.templates/quick-functions.delete.clicks', {
                count: clickCount.toLocaleString('zh-CN'),
              })}
            </div>
          )}
        </>
      }
    />
  );
};
