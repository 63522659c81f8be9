import { useState } from 'react';
import type { ActionData } from '#contract/index.ts';
import { refundsVersion } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { formatYuan } from '../../shared/money.ts';
import { useRequestKey } from '../../shared/requestKey.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { Check } from '../Check.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { LegalLink } from '../legal/LegalLinks.tsx';
import { goTo, payAddress } from '../location.ts';
import type { Consenting } from '../photos/useAgreement.tsx';

export interface BuyDialogProps {
  invoke: Invoke;
  consenting: Consenting;
  /** Name of the template. */
  name: string;
  priceFen: number;
  wish: Pick<ActionData<'appOrder', 'createOrder'>, 'templateId' | 'presetId' | 'inputs'>;
  /** Takes a failure that is shown in the form; what it does not take is said in the dialog. */
  onFailed: (failure: unknown) => boolean;
  onClose: () => void;
}

/** What is bought, for how much and under which rules, before the order is made. */
export const BuyDialog = ({
  invoke,
  consenting,
  name,
  priceFen,
  wish,
  onFailed,
  onClose,
}: BuyDialogProps) => {
  const { documents } = useSystemSettings().site.legal;
  const [hasRules, setRules] = useState(false);
  const { keyOf } = useRequestKey();
  const buy = async () => {
    const asked = { ...wish, expectFen: priceFen, refundRules: refundsVersion(documents) };
    try {
      const { _id } = await consenting(() =>
        invoke('appOrder', 'createOrder', { ...asked, idemKey: keyOf(asked) }),
      );
      goTo(payAddress(_id));
    } catch (failure) {
      if (!onFailed(failure)) throw failure;
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={making.buyTitle(name)}
      dismiss={making.cancel}
      confirm={making.pay(formatYuan(priceFen))}
      disabled={!hasRules}
      act={buy}
      onClose={onClose}
    >
      <ul className="agreement-points">
        {making.buyFacts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <Check checked={hasRules} onChange={setRules}>
        {legal.refundRules}
        <LegalLink kind="refunds" />
      </Check>
    </ConfirmDialog>
  );
};
