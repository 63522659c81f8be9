import { useResourceContext } from 'react-admin';
import { isWechatOpenid } from '#contract/openid.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { SendMessageDialog } from './SendMessageDialog.tsx';

interface MessagedRecord {
  id: string;
  openid: string;
}

/** What support may still tell the user of the page's record; a user of the web has no WeChat to be told by. */
export const SendMessageButton = () => {
  const t = useTexts('resources.messages');
  const resource = useResourceContext() ?? '';
  const maySend = useCan()('messages.write');
  const { id, openid } = useRecord<MessagedRecord>();
  if (!maySend) return null;
  return isWechatOpenid(openid) ? (
    <ActionButton
      size="small"
      label={t('service.action')}
      dialog={<SendMessageDialog subject={`${resource}/${id}`} />}
    />
  ) : (
    <Quiet small>{t('noWeChat')}</Quiet>
  );
};
