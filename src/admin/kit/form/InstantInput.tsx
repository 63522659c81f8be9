import { TextInput } from 'react-admin';
import { minuteOf, minuteStart } from '../../../shared/time.ts';

/** A moment by the clock of Shanghai, held in epoch milliseconds; empty is `null`. */
export const InstantInput = ({ source, helperText }: { source: string; helperText?: string }) => (
  <TextInput
    source={source}
    type="datetime-local"
    helperText={helperText ?? false}
    format={(value: unknown) => (typeof value === 'number' ? minuteOf(value) : '')}
    parse={(text: string) => (text === '' ? null : minuteStart(text))}
  />
);
