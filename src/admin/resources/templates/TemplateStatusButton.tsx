import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useTranslate } from 'react-admin';
import type { Template, TemplateStatus } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTemplateStatus } from './useTemplateStatus.ts';

/** The next allowed state of a template, in its list. */
export const TemplateStatusButton = ({ variant }: { variant?: 'outlined' }) => {
  const record = useRecord<RecordOf<Template>>();
  return <StatusButton template={record} variant={variant ?? 'text'} />;
};

interface StatusButtonProps {
  template: RecordOf<Template>;
  variant: 'outlined' | 'text';
}

const StatusButton = ({ template, variant }: StatusButtonProps) => {
  const translate = useTranslate();
  const { next, changeTo, isPending } = useTemplateStatus(template);
  const [asking, setAsking] = useState(false);
  const { name } = template;
  const choose = (status: TemplateStatus) =>
    status === 'offline' ? setAsking(true) : void changeTo(status);
  return (
    <>
      {next.map(status => (
        <Button
          key={status}
          size={variant === 'outlined' ? 'medium' : 'small'}
          variant={variant}
          loading={isPending}
          onClick={() => choose(status)}
          aria-label={translate(`resources.templates.publish.${status}Of`, { name })}
        >
          {translate(`resources.templates.publish.${status}`)}
        </Button>
      ))}
      <Confirm
        isOpen={asking}
        loading={isPending}
        title="resources.templates.publish.confirmOffline"
        titleTranslateOptions={{ name }}
        content="resources.templates.publish.confirmOfflineText"
        confirm="resources.templates.publish.offline"
        onConfirm={() => {
          setAsking(false);
          void changeTo('offline');
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
