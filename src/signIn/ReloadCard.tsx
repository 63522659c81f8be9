import './SignInPage.css';

interface ReloadCardProps {
  title: string;
  hint: string;
  action: string;
}

/** In place of a page that cannot go on without being loaded anew. */
export const ReloadCard = ({ title, hint, action }: ReloadCardProps) => (
  <main className="sign-in">
    <div className="sign-in-card" role="alert">
      <h1>{title}</h1>
      <p>{hint}</p>
      <button type="button" className="sign-in-submit" onClick={() => location.reload()}>
        {action}
      </button>
    </div>
  </main>
);
