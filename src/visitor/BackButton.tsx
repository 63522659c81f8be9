import { visitor } from '#i18n/zh/visitor.ts';
import { BackIcon } from './icons.tsx';
import { goBack } from './location.ts';

export const BackButton = () => (
  <button type="button" className="back" onClick={goBack}>
    <BackIcon />
    {visitor.backToList}
  </button>
);
