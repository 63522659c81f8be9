import { Box, Chip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { FeedbackTopic } from '#contract/feedbackTopics.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';

interface QuickRepliesProps {
  topic: FeedbackTopic;
  /** What stands for `{用户}` and `{作品}`; without a name it is left out. */
  user?: string;
  work?: string;
}

/** The texts of the settings for a topic; one that is chosen can be changed before it is sent. */
export const QuickReplies = ({ topic, user = '', work = '' }: QuickRepliesProps) => {
  const { setValue } = useFormContext();
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminFeedback', 'getQuickReplies', { topic }],
    queryFn: () => invoke('adminFeedback', 'getQuickReplies', { topic }),
    staleTime: 5 * 60_000,
  });
  const filled = (text: string) =>
    text.replaceAll('{用户}', user).replaceAll('{作品}', work && `「${work}」`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
      {data?.list.map(filled).map(sentence => (
        <Chip
          key={sentence}
          label={sentence}
          title={sentence}
          variant="outlined"
          sx={{ maxWidth: 1, minHeight: { xs: 36, sm: 0 } }}
          onClick={() => setValue('text', sentence, { shouldDirty: true, shouldValidate: true })}
        />
      ))}
    </Box>
  );
};
