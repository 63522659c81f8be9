import { type Template, templateEntity } from '#contract/template.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { SetStatusButton, type SetStatusButtonProps } from '../../kit/list/SetStatusButton.tsx';

/** The next allowed state of a template, in its list. */
export const TemplateStatusButton = (props: Pick<SetStatusButtonProps, 'variant'>) =>
  templateEntity.transitions[useRecord<RecordOf<Template>>().status].map(status => (
    <SetStatusButton
      key={status}
      {...props}
      to={status}
      texts="resources.templates.publish"
      asks={status === 'offline'}
    />
  ));
