import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { BackIcon } from '../icons.tsx';
import { goBack } from '../location.ts';

export const BackButton = () => (
  <button type="button" className="back" onClick={goBack}>
    <BackIcon />
    {t.back}
  </button>
);
