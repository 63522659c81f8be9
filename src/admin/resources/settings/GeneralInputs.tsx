import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import { openingSentences } from '#contract/sentences/opening.ts';
import { OpeningNotice } from '../../../shared/OpeningNotice.tsx';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { BooleanInput, NumberInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export const GeneralInputs = () => {
  const t = useTexts('settings');
  return (
    <>
      <SettingsSection name="site">
        <FormRow>
          <TextInput source="siteName" isRequired />
          <TextInput source="aiNotice" helperText={t('help.aiNotice')} />
        </FormRow>
        <ImageUploadInput source="logo" scene="settings" ratio="1 / 1" />
        <Button
          href="/"
          target="_blank"
          rel="noreferrer"
          variant="outlined"
          sx={{ alignSelf: 'start', mt: 1 }}
        >
          {t('openVisitor')}
        </Button>
      </SettingsSection>
      <SettingsSection name="service">
        <FormRow>
          <TextInput source="customerService.wechat" />
          <TextInput source="customerService.phone" />
        </FormRow>
        {['any', ...Object.keys(feedbackTopics)].map(topic => (
          <TextArrayInput
            key={topic}
            ofSentences
            source={`quickReplies.${topic}`}
            helperText={topic === 'any' && t('help.quickReplies')}
            fullWidth
          />
        ))}
        <ImageUploadInput source="customerService.qrImage" scene="settings" ratio="1 / 1" />
      </SettingsSection>
      <SettingsSection name="gift">
        <FormRow>
          <NumberInput source="registerGiftCredits" helperText={t('help.registerGiftCredits')} />
          <NumberInput source="dailyFreeTasks" />
        </FormRow>
        <FormRow>
          <NumberInput source="invitation.inviterCredits" helperText={t('help.invitation')} />
          <NumberInput source="invitation.invitedCredits" />
          <NumberInput source="invitation.mostDaily" />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="maintenance">
        <FormRow>
          <BooleanInput source="visitor.enabled" helperText={t('help.visitorEnabled')} />
          <BooleanInput source="visitor.needLogin" helperText={t('help.needLogin')} />
        </FormRow>
        <BooleanInput source="maintenance.on" helperText={t('help.maintenance')} />
        <TextInput source="maintenance.message" multiline fullWidth />
        <TextArrayInput
          source="maintenance.allowOpenids"
          helperText={t('help.allowOpenids')}
          fullWidth
        />
        <OpeningPreview />
      </SettingsSection>
    </>
  );
};

/** The head of the visitors' pages as the values of the form make it, saved or not. */
const OpeningPreview = () => {
  const translate = useTranslate();
  const [siteName, logo, message, isWebOpen, on] = useWatch({
    name: ['siteName', 'logo', 'maintenance.message', 'visitor.enabled', 'maintenance.on'],
  }) as [string, string, string | null, boolean, boolean];
  const isWebClosed = !isWebOpen && !on;
  return (
    <Box component="figure" sx={{ m: 0, mt: 1 }}>
      <Box
        sx={({ palette }) => ({
          '--warning': palette.warning.main,
          '--bg': palette.background.default,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'background.default',
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, fontWeight: 600 }}>
          {logo && <SignedImage src={logo} alt="" width={26} height={26} fit="contain" />}
          {siteName}
        </Box>
        <OpeningNotice
          kind={isWebClosed ? 'webClosed' : 'maintenance'}
          message={
            isWebClosed ? openingSentences.webClosed : message || openingSentences.maintenance
          }
        />
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ color: 'text.secondary', display: 'block', mt: 0.5 }}
      >
        {translate(on || isWebClosed ? 'settings.preview.shown' : 'settings.preview.whenOn')}
      </Typography>
    </Box>
  );
};
