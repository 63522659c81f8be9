import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Chip, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButtonWithTooltip, useInput } from 'react-admin';
import {
  isFieldKey,
  unknownNames,
  type UserEventName,
  userEvents,
} from '#contract/messageEvents.ts';
import type { settingDefaults } from '#contract/settingFields.ts';
import { equal } from '#dataProvider/sameValue.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { useStoredSettings } from './SettingsContext.ts';

type Fields = MessageTemplate['fields'];
interface Row {
  key: string;
  text: string;
}

const LONGEST = 60;

const toRows = (fields: Fields): Row[] =>
  Object.entries(fields).map(([key, text]) => ({ key, text }));

const isRepeated = (rows: readonly Row[], at: number) =>
  rows.findIndex(({ key }) => key === rows[at]?.key) < at;

/** A repeated field stays in the form under a key that no rule allows, so that it is not lost on saving. */
const toFields = (rows: readonly Row[]): Fields =>
  Object.fromEntries(
    rows.flatMap(({ key, text }, at) =>
      key === '' && text === '' ? [] : [[isRepeated(rows, at) ? `${key}#${at}` : key, text]],
    ),
  );

/** The fields of a message, each with its text; names of the event are inserted where one writes. */
export const MessageFieldsInput = ({ event }: { event: UserEventName }) => {
  const t = useTexts('settings.notification');
  const { field } = useInput({ source: `subscribe.${event}.fields` });
  const held = (field.value || {}) as Fields;
  /** As typed: a map has no place for two fields without a name. */
  const [typed, setTyped] = useState<Row[]>([]);
  const rows = equal(toFields(typed), held) ? typed : toRows(held);
  /** Where the caret was last. */
  const [place, setPlace] = useState({ row: 0, caret: 0 });
  const put = (next: Row[]) => {
    setTyped(next);
    field.onChange(toFields(next));
  };
  const change = (at: number, part: Partial<Row>) =>
    put(rows.map((row, other) => (other === at ? { ...row, ...part } : row)));
  const insert = (name: string) => {
    const at = Math.min(place.row, rows.length - 1);
    const { text = '' } = rows[at] ?? {};
    const inserted = `${text.slice(0, place.caret)}{${name}}`;
    setPlace({ row: at, caret: inserted.length });
    change(at, { text: inserted + text.slice(place.caret) });
  };
  const names = Object.values(userEvents[event].values).map(({ name }) => name);
  return (
    <Box role="group" aria-label={t('fields')}>
      {rows.map(({ key, text }, at) => {
        const unknown = unknownNames(event, text);
        const problem = isRepeated(rows, at)
          ? t('repeated')
          : key !== '' && !isFieldKey(key)
            ? t('notField')
            : '';
        return (
          <Box
            key={at}
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              columnGap: 1,
              alignItems: 'start',
            }}
          >
            <TextField
              label={t('key')}
              value={key}
              onChange={({ target }) => change(at, { key: target.value.trim() })}
              error={problem !== '' || (key === '' && text !== '')}
              helperText={problem || (key === '' && text !== '' && t('notField'))}
              placeholder="thing1"
              sx={{ width: { sm: 168 }, flex: { xs: 1, sm: 'none' } }}
            />
            <TextField
              label={t('text')}
              value={text}
              onChange={({ target }) => change(at, { text: target.value })}
              onSelect={({ target }) =>
                setPlace({ row: at, caret: (target as HTMLInputElement).selectionStart ?? 0 })
              }
              error={unknown.length > 0}
              helperText={unknown.length > 0 && t('unknown', { names: unknown.join('、') })}
              slotProps={{ htmlInput: { maxLength: LONGEST } }}
              // On a phone below the field's name, which fills its own line with the button.
              sx={{ order: { xs: 1, sm: 0 }, flex: { xs: '0 0 100%', sm: 1 }, minWidth: 0 }}
            />
            <IconButtonWithTooltip
              label={t('remove', { key })}
              size="small"
              onClick={() => put(rows.filter((_row, other) => other !== at))}
              sx={{ mt: 2.5 }}
            >
              <DeleteIcon fontSize="small" />
            </IconButtonWithTooltip>
          </Box>
        );
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() => put([...rows, { key: '', text: '' }])}
        >
          {t('addField')}
        </Button>
        {rows.length > 0 &&
          names.map(name => (
            <Chip
              key={name}
              label={`{${name}}`}
              variant="outlined"
              aria-label={t('insert', { name })}
              onClick={() => insert(name)}
              sx={{ minHeight: { xs: 32, sm: 0 } }}
            />
          ))}
      </Box>
    </Box>
  );
};

export interface MessageTemplate {
  templateId: string;
  page: string;
  /** The template's field → its text. */
  fields: Record<string, string>;
}

type NotificationSettings = Omit<typeof settingDefaults.notification, 'subscribe'> & {
  subscribe: Record<UserEventName, MessageTemplate>;
};

/** The stored notification settings behind the form: what is in effect now. */
export const useStoredNotification = () => useStoredSettings().data as NotificationSettings;

/** The AppID of the mini-program, which is the one that users pay in; undefined until it is known. */
export const useAppid = (): string | undefined => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminSettings', 'payment'],
    queryFn: () => invoke('adminSettings', 'getPaymentSettings', {}),
    staleTime: 60_000,
  });
  return (data?.data as typeof settingDefaults.payment | undefined)?.wxpay.appid;
};
