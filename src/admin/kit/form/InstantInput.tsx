import { TextInput } from 'react-admin';
import { minuteOf, minuteStart } from '../../../shared/time.ts';

/** An instant in Shanghai time, held in epoch milliseconds; `null` when empty. */
export const InstantInput = ({ source, helperText }: { source: string; helperText?: false }) => (
  <TextInput
    source={source}
    type="datetime-local"
    helperText={helperText}
    format={(value: unknown) => (typeof value === 'number' ? minuteOf(value) : '')}
    parse={(text: string) => (text === '' ? null : minuteStart(text))}
  />
);
