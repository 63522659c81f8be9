import { Box, Button } from '@mui/material';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ActionOutput } from '#contract/index.ts';
import { messageActions } from '#contract/message.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { useNow } from '../../kit/base/useNow.ts';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { useQuietEnd } from './useQuietEnd.ts';
import { useSending } from './useSending.ts';

const { text } = messageActions.sendServiceMessage.input.shape;
const LONGEST = 20;

/** Sends one of the ready texts, with one click, or a text of one's own; each attempt has one key. */
export const SendMessageDialog = ({ subject }: { subject: string }) => {
  const t = useTexts('resources.messages.service');
  const { invoke } = useDataProvider();
  const sending = useSending();
  const obstacle = sending?.obstacles.service;
  return (
    <ActionDialog texts="resources.messages.service">
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
    </ActionDialog>
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
