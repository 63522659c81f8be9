import { Button, Chip, List, ListItem, ListItemText } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import type { RememberedDevice, Session } from '#contract/admin.ts';
import { lastDay } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Time } from '../../kit/field/valueFields.tsx';

interface Device {
  _id: string;
  userAgent: string;
  ip: string;
  current?: boolean;
}

interface EndedProps {
  end: (id: string) => Promise<unknown>;
  /** Reads the devices again, also after a failure. */
  reread: () => Promise<unknown>;
}

interface ListProps<D extends Device> extends EndedProps {
  /** The key of its texts. */
  texts: string;
  devices: readonly D[];
  /** What else is said of one. */
  about: (device: D) => ReactNode;
}

/** Each device but the one in use can be ended, after a question. */
const Devices = <D extends Device>({ texts, devices, about, end, reread }: ListProps<D>) => {
  const say = useTexts('resources.administrators.devices');
  const t = useTexts(`resources.administrators.${texts}`);
  const notify = useNotify();
  const [chosen, setChosen] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: end,
    onSuccess: () => notify(t('ended'), { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: async () => {
      await reread();
      setChosen(undefined);
    },
  });
  const nameOf = ({ userAgent }: Device) => describeDevice(userAgent) || say('unknown');
  const placeOf = (device: Device) => [nameOf(device), device.ip].filter(Boolean).join(' · ');
  const asked = devices.find(({ _id }) => _id === chosen);
  return (
    <>
      <List aria-label={t('title')} disablePadding>
        {devices.map(device => (
          <ListItem
            key={device._id}
            divider
            disableGutters
            sx={{ '&:last-child': { borderBottom: 0 }, gap: 2 }}
            secondaryAction={
              device.current ? (
                <Chip color="primary" variant="outlined" label={say('current')} />
              ) : (
                <Button size="small" variant="outlined" onClick={() => setChosen(device._id)}>
                  {t('end')}
                </Button>
              )
            }
          >
            <ListItemText
              primary={nameOf(device)}
              secondary={
                <span>
                  {about(device)}
                  {device.ip && ` · ${device.ip}`}
                </span>
              }
            />
          </ListItem>
        ))}
      </List>
      <Confirm
        isOpen={chosen !== undefined}
        loading={isPending}
        title={t('end')}
        content={t('endConfirm', { name: asked && placeOf(asked) })}
        onConfirm={() => mutate(chosen ?? '')}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
};

/** Where an administrator is signed in. */
export const DeviceList = ({
  sessions,
  ...props
}: EndedProps & { sessions: readonly Session[] }) => {
  const t = useTexts('resources.administrators.devices');
  return (
    <Devices
      {...props}
      texts="devices"
      devices={sessions}
      about={({ lastSeenTime }) => (
        <>
          {t('lastSeen')} <Time instant={lastSeenTime} />
        </>
      )}
    />
  );
};

/** Where an administrator signs in without the code of the second factor. */
export const RememberedDeviceList = ({
  devices,
  ...props
}: EndedProps & { devices: readonly RememberedDevice[] }) => {
  const t = useTexts('resources.administrators.remembered');
  return (
    <Devices
      {...props}
      texts="remembered"
      devices={devices}
      about={({ createTime, expireTime }) => (
        <>
          {t('since')} <Time instant={createTime} /> · {t('until', { day: lastDay(expireTime) })}
        </>
      )}
    />
  );
};

const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const first = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** `Chrome · Windows`; '' if neither is known. */
export const describeDevice = (userAgent: string): string =>
  [first(browsers, userAgent), first(systems, userAgent)].filter(Boolean).join(' · ');
