// What tests of a source import: `@quarry/kit/testing`.
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
export { onProvider } from './on-provider.ts'
export { type OnSite, onSite, toSite } from './on-site.ts'
export { replayExample, runExample } from './run-example.ts'
export { sandboxGet } from './sandbox-get.ts'
export type { SourceCheck } from './source-check.ts'
