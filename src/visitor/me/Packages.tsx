import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { formatCount } from '../../shared/count.ts';
import { formatYuan } from '../../shared/money.ts';
import { Failure } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { miniProgramAddress } from '../location.ts';
import { useRead } from '../useRead.ts';
import { FoldedPanel } from './FoldedPanel.tsx';

/** What is on sale, which the mini-program alone sells. */
export const Packages = ({ invoke }: { invoke: Invoke }) => (
  <FoldedPanel title={words.packages} hint={words.packagesHint}>
    <PackageList invoke={invoke} />
  </FoldedPanel>
);

const PackageList = ({ invoke }: { invoke: Invoke }) => {
  const { state, again } = useRead(invoke, 'appOrder', 'getPackages', { pageSize: MAX_PAGE_SIZE });
  if (state.status === 'failed') return <Failure message={state.message} onRetry={again} />;
  if (state.status !== 'ready')
    return (
      <p className="hint" role="status">
        {visitor.loading}
      </p>
    );
  const { list } = state.value;
  if (list.length === 0) return <p className="hint">{words.noPackages}</p>;
  return (
    <>
      <ul className="packages">
        {list.map(one => (
          <li key={one._id}>
            <Package one={one} />
          </li>
        ))}
      </ul>
      <Link className="button" href={miniProgramAddress()}>
        {words.toMiniProgram}
      </Link>
    </>
  );
};

const Package = ({ one }: { one: ActionOutput<'appOrder', 'getPackages'>['list'][number] }) => {
  const { name, badge, priceFen, originPriceFen, benefits } = one;
  const contents = [
    one.credits > 0 && words.creditsIn(formatCount(one.credits)),
    one.giftCredits > 0 && words.giftIn(formatCount(one.giftCredits)),
    one.days && words.daysIn(one.days),
    one.limitPerUser && words.limit(one.limitPerUser),
  ];
  return (
    <>
      <h3>
        {name}
        {badge && <span className="tag tag-accent">{badge}</span>}
      </h3>
      <p className="package-price">
        {originPriceFen !== null && (
          <s>
            <span className="visually-hidden">{words.originPrice}</span>
            {formatYuan(originPriceFen)}
          </s>
        )}
        {formatYuan(priceFen)}
      </p>
      <p>{contents.filter(Boolean).join('，')}</p>
      {benefits.length > 0 && (
        <ul className="hint">
          {benefits.map(benefit => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      )}
    </>
  );
};
