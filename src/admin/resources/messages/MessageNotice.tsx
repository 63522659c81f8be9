import { type UserEventName, userEvents } from '#contract/messageEvents.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { useQuietEnd, useSending } from './useSending.ts';

export interface MessageNoticeProps {
  event: UserEventName;
  /** Of whom it concerns; left out where it concerns several. */
  openid?: string;
}

/** In a dialog: whether the user will get a message about the action, as far as the settings say. */
export const MessageNotice = ({ event, openid }: MessageNoticeProps) => {
  const t = useTexts('resources.messages.notice');
  const hasNoWeChat = openid !== undefined && !isWechatOpenid(openid);
  const sending = useSending(!hasNoWeChat);
  const quietEnd = useQuietEnd(sending?.quietHours);
  const sentence = () => {
    if (hasNoWeChat) return t('noWeChat');
    if (!sending) return null;
    const obstacle = sending.obstacles[event];
    if (obstacle === 'appid' || obstacle === 'appSecret') return t('noMiniProgram');
    if (obstacle) return t('unset', { event: userEvents[event].label });
    const audience = t(openid === undefined ? 'toMany' : 'toOne');
    return quietEnd ? `${audience}${t('quiet', { time: quietEnd })}` : audience;
  };
  const notice = sentence();
  // Its place is kept, so that the buttons below do not move when it comes.
  return (
    <Quiet small {...(notice && { role: 'note' })} sx={{ mt: 1, minHeight: '1.5em' }}>
      {notice}
    </Quiet>
  );
};
