// The 28 types of a funding round, in the specification's order (4.1).

export const investmentTypes = [
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'series_h',
  'series_i',
  'series_j',
  'series_unknown',
  'angel',
  'private_equity',
  'debt_financing',
  'convertible_note',
  'grant',
  'corporate_round',
  'equity_crowdfunding',
  'product_crowdfunding',
  'secondary_market',
  'post_ipo_equity',
  'post_ipo_debt',
  'post_ipo_secondary',
  'non_equity_assistance',
  'initial_coin_offering',
  'undisclosed',
] as const

export type InvestmentType = (typeof investmentTypes)[number]
