import { Box, Button } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ActionOutput } from '#contract/index.ts';
import { messageActions } from '#contract/message.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { useNow } from '../../kit/base/useNow.ts';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { useQuietEnd, useSending } from './useSending.ts';

const { text } = messageActions.sendServiceMessage.input.shape;
const LONGEST = 20;

interface MessagedRecord {
  id: string;
  openid: string;
}

/** Messages that support may still send about the page's record; a user of the web has no WeChat to get them. */
export const SendMessageButton = () => {
  const t = useTexts('resources.messages');
  const resource = useResourceContext() ?? '';
  const maySend = useCan()('messages.write');
  const { id, openid } = useRecord<MessagedRecord>();
  if (!maySend) return null;
  return isWechatOpenid(openid) ? (
    <DialogButton texts="resources.messages.service" button={{ size: 'small' }}>
      <SendMessageForm subject={`${resource}/${id}`} />
    </DialogButton>
  ) : (
    <Quiet small>{t('noWeChat')}</Quiet>
  );
};

/** Sends one of the ready texts, with one click, or a text of one's own; each attempt has one key. */
const SendMessageForm = ({ subject }: { subject: string }) => {
  const t = useTexts('resources.messages.service');
  const { invoke } = useDataProvider();
  const sending = useSending();
  const obstacle = sending?.obstacles.service;
  return (
    <ActionForm
      resource="messages"
      {...(obstacle && {
        facts: (
          <>
            {t(`obstacles.${obstacle}`)}{' '}
            {obstacle === 'appid' ? (
              <PageLink isOnlyWay to="/settings?tab=payment">
                {t('payment')}
              </PageLink>
            ) : (
              <PageLink isOnlyWay to="/settings?tab=notification">
                {t('settings')}
              </PageLink>
            )}
          </>
        ),
      })}
      fields={{ text }}
      run={(input, idemKey) =>
        invoke('adminMessage', 'sendServiceMessage', { subject, ...input, idemKey })
      }
      submit={<SubmitButton disabled={!sending || Boolean(obstacle)} />}
    >
      {sending && !obstacle && <Texts sending={sending} />}
    </ActionForm>
  );
};

const Texts = ({ sending }: { sending: ActionOutput<'adminMessage', 'getSending'> }) => {
  const t = useTexts('resources.messages.service');
  const say = useTexts('resources.messages');
  const now = useNow();
  const { setValue } = useFormContext();
  const { isSubmitting } = useFormState();
  const typed = String((useWatch({ name: 'text' }) as string | undefined) ?? '').trim();
  const { readyTexts, serviceFields } = sending;
  const quietEnd = useQuietEnd(sending.quietHours);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <PlainList>
        {readyTexts.map(ready => (
          <Box
            key={ready}
            component="li"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 44, sm: 36 } }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{ready}</Box>
            <Button
              size="small"
              aria-label={t('sendReady', { text: ready })}
              disabled={isSubmitting}
              // No submit button: Enter in the text of one's own presses the first of a form, and would send this.
              onClick={({ currentTarget }) => {
                setValue('text', ready);
                currentTarget.form?.requestSubmit();
              }}
            >
              {t('send')}
            </Button>
          </Box>
        ))}
      </PlainList>
      {readyTexts.length === 0 && <Quiet small>{t('noReady')}</Quiet>}
      <TextInput
        source="text"
        fullWidth
        helperText={say('service.letters', { count: [...typed].length, most: LONGEST })}
      />
      {quietEnd && (
        <Quiet small role="note">
          {say('notice.quiet', { time: quietEnd })}
        </Quiet>
      )}
      <MessagePreview
        event="service"
        fields={serviceFields}
        values={{ text: typed || (readyTexts[0] ?? ''), time: messageTime(now) }}
      />
    </Box>
  );
};
