import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { Later } from '../base/Later.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { type FormTab, useErrorTabs } from './useErrorTabs.ts';

/**
 * A long form in tabs. Hidden tabs are validated as well: each shows the number of its invalid fields, and a new error
 * opens its tab.
 */
export const FormTabs = ({ label, tabs }: { label: string; tabs: readonly FormTab[] }) => {
  const translate = useTranslate();
  const id = useId();
  const [tab, setTab] = useTab(tabs.map(one => one.id));
  const counts = useErrorTabs(tabs, tab, setTab);
  const [opened] = useState(tab);
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_event, next: string) => setTab(next)}
        aria-label={label}
        sx={{ mb: 2 }}
      >
        {tabs.map(one => (
          <Tab
            key={one.id}
            value={one.id}
            id={`${id}-tab-${one.id}`}
            aria-controls={`${id}-panel-${one.id}`}
            label={
              <Box
                component="span"
                sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}
              >
                {one.label}{' '}
                <ErrorCount
                  count={counts[one.id] ?? 0}
                  label={translate('form.tabErrors', { count: counts[one.id] ?? 0 })}
                />
              </Box>
            }
          />
        ))}
      </Tabs>
      {tabs.map(one => (
        <div
          key={one.id}
          role="tabpanel"
          id={`${id}-panel-${one.id}`}
          aria-labelledby={`${id}-tab-${one.id}`}
          hidden={one.id !== tab}
        >
          {(!one.lazy || one.id === tab) && (
            <Panel isOpened={one.id === opened}>
              {one.fields ? <ReadOnly>{one.content}</ReadOnly> : one.content}
            </Panel>
          )}
        </div>
      ))}
    </>
  );
};

/** What is not seen when the page opens does not keep it waiting. */
const Panel = ({ isOpened, children }: { isOpened: boolean; children: ReactNode }) =>
  isOpened ? children : <Later>{children}</Later>;

const ErrorCount = ({ count, label }: { count: number; label: string }) =>
  count > 0 && (
    <Box
      component="span"
      role="img"
      aria-label={label}
      sx={{
        minWidth: 18,
        px: 0.5,
        borderRadius: 9,
        fontSize: '0.6875rem',
        lineHeight: '18px',
        textAlign: 'center',
        color: 'error.contrastText',
        bgcolor: 'error.main',
      }}
    >
      {count}
    </Box>
  );

/** The visible tab of a page, kept in its address; the first one is the default. */
const useTab = (ids: readonly string[]): [string, (id: string) => void] => {
  const [params, setParams] = useSearchParams();
  const [first = ''] = ids;
  const [chosen, setChosen] = useState(() => params.get('tab') ?? first);
  const choose = (id: string) => {
    // At once: the router updates later.
    setChosen(id);
    setParams(
      before => {
        const next = new URLSearchParams(before);
        if (id === first) next.delete('tab');
        else next.set('tab', id);
        return next;
      },
      { replace: true },
    );
  };
  return [ids.includes(chosen) ? chosen : first, choose];
};
