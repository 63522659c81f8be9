import { formatYuan } from './money.ts';

/** What so many coins of the provider cost; '' while their price is not set. */
export const costText = (coins: number, coinPriceFen: number): string =>
  coinPriceFen > 0 ? formatYuan(Math.round((coins * coinPriceFen) / 1_000)) : '';
