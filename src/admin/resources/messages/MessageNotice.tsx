import { type UserEventName, userEvents } from '#contract/messageEvents.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { messageObstacle } from './messageObstacle.ts';
import { useNotificationSettings } from './useNotificationSettings.ts';

export interface MessageNoticeProps {
  event: UserEventName;
  /** Of whom it concerns; left out where it concerns several. */
  openid?: string;
}

/** In a dialog: whether the user will be told of what is about to be done, as far as the settings say. */
export const MessageNotice = ({ event, openid }: MessageNoticeProps) => {
  const t = useTexts('resources.messages.notice');
  const hasNoWeChat = openid !== undefined && !isWechatOpenid(openid);
  const settings = useNotificationSettings(!hasNoWeChat);
  const sentence = () => {
    if (hasNoWeChat) return t('noWeChat');
    if (!settings) return null;
    if (messageObstacle(event, settings)) return t('unset', { event: userEvents[event].label });
    return t(openid === undefined ? 'toMany' : 'toOne');
  };
  const said = sentence();
  return (
    said && (
      <Quiet small role="note" sx={{ mt: 1 }}>
        {said}
      </Quiet>
    )
  );
};
