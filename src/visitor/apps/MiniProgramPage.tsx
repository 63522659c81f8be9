import { useEffect } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { PublicLocalApp } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorApps as t } from '#i18n/zh/visitorApps.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { useStore } from '../../shared/store.ts';
import { BackButton } from '../BackButton.tsx';
import type { Catalogue } from '../catalogue.ts';
import { Failure } from '../Failure.tsx';
import { PictureIcon } from '../icons.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import './apps.css';

interface MiniProgramPageProps {
  invoke: Invoke;
  extras: Catalogue['extras'];
  /** The local app, or the quick function, that led here. */
  app: string;
  entry: string;
}

/** What the web cannot open: where it is found, and the local apps that are there. */
export const MiniProgramPage = ({ invoke, extras, app, entry }: MiniProgramPageProps) => {
  usePageTitle(t.title);
  const { siteName } = useSystemSettings().site;
  const { state, again } = useRead(invoke, 'appTemplate', 'getLocalApps', {});
  const home = useStore(extras);
  useEffect(() => {
    if (entry) extras.open();
  }, [extras, entry]);

  const list = state.status === 'ready' ? state.value.list : [];
  const name =
    list.find(({ _id }) => _id === app)?.name ??
    home?.quickFunctions.find(({ _id }) => _id === entry)?.title;
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="apps-title">
        {name ? t.use(name) : t.title}
      </h1>
      <p>{t.how(siteName)}</p>
      {state.status === 'loading' && <PageSkeleton />}
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
      {state.status === 'ready' && (
        <>
          {app && !name && <p role="status">{t.gone}</p>}
          <Groups apps={state.value} chosen={app} />
        </>
      )}
    </>
  );
};

interface GroupsProps {
  apps: ActionOutput<'appTemplate', 'getLocalApps'>;
  chosen: string;
}

const Groups = ({ apps: { categories, list }, chosen }: GroupsProps) => {
  const others = categories.length > 0 ? t.others : t.apps;
  return [...categories, { _id: '', name: others }].map(({ _id, name }) => {
    const apps = list.filter(({ categoryId }) => categoryId === _id);
    return (
      apps.length > 0 && (
        <section key={_id} className="apps">
          <h2>{name}</h2>
          <ul>
            {apps.map(app => (
              <li key={app._id} aria-current={app._id === chosen ? 'true' : undefined}>
                <App app={app} />
              </li>
            ))}
          </ul>
        </section>
      )
    );
  });
};

const App = ({
  app: { icon, coverImage, name, description, costCredits },
}: {
  app: PublicLocalApp;
}) => (
  <>
    <span className="icon-tile apps-icon" aria-hidden="true">
      {icon || coverImage ? (
        <SignedImage src={icon || coverImage} className="fill" />
      ) : (
        <PictureIcon />
      )}
    </span>
    <div>
      <h3>{name}</h3>
      {description && <p>{description}</p>}
      <small>{t.cost(costCredits)}</small>
    </div>
  </>
);
