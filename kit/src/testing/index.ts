// The public names for tests of a source: `@quarry/kit/testing`.
export { hostileAddresses } from './address-corpus.ts'
export { checkClosed, checkRepeat, checkWalls } from './check-functions.ts'
export { checkLists } from './check-lists.ts'
export { checkNetwork } from './check-network.ts'
export { checkDamage, checkFuzz, checkPage } from './check-pages.ts'
export {
  checkAddresses,
  checkDescription,
  checkExample,
  checkSource,
  sourceChecks,
} from './check-source.ts'
export { checkSpeed } from './check-speed.ts'
export { checkTexts } from './check-texts.ts'
export { type OnSite, onProvider, onSite, toSite } from './on-site.ts'
export type { SourceCheck } from './run-example.ts'
export { replayExample, runExample, sandboxGet } from './run-example.ts'
