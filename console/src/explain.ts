// What went wrong, in words, and what to do about it: for people, by the reason that the server gives to programs.
import { isError } from './api.ts'
import { t } from './text.ts'

export type Explanation = { title: string; advice: string }

const table: Record<string, () => Explanation> = {
  invalid_parameter: () => ({
    title: t('A parameter is not right'),
    advice: t('The message names it. Nothing was charged.'),
  }),
  malformed_body: () => ({
    title: t('The body could not be read'),
    advice: t('It must be a JSON object. Nothing was charged.'),
  }),
  invalid_key: () => ({
    title: t('This key or token is not valid'),
    advice: t('Check that it was copied whole; a revoked or rotated key no longer works.'),
  }),
  inactive_key: () => ({
    title: t('This key is switched off'),
    advice: t('Ask whoever manages the keys of the account.'),
  }),
  expired_key: () => ({
    title: t('This key has expired'),
    advice: t('Ask whoever manages the keys of the account.'),
  }),
  quota_exceeded: () => ({
    title: t('The quota of this key is used up'),
    advice: t('It fills again as time passes; another key has its own.'),
  }),
  credits_exhausted: () => ({
    title: t('Not enough credits'),
    advice: t('The operator grants further ones. Nothing was charged.'),
  }),
  open_invoices: () => ({
    title: t('There are open invoices'),
    advice: t('Lookups start again once they are settled.'),
  }),
  forbidden: () => ({
    title: t('This key may not do that'),
    advice: t('It is outside its scopes, addresses or permissions.'),
  }),
  account_deactivated: () => ({
    title: t('The account is deactivated'),
    advice: t('Ask the operator.'),
  }),
  not_found: () => ({
    title: t('There is no such record'),
    advice: t('The source was asked and has none. Whether that is charged is said with each endpoint.'),
  }),
  conflict: () => ({
    title: t('That is already so'),
    advice: t('Something of this name exists, or has ended.'),
  }),
  rate_limited: () => ({
    title: t('Too many requests'),
    advice: t('Wait a moment and try again. Nothing was charged.'),
  }),
  upstream_failed: () => ({
    title: t('The source could not be read'),
    advice: t('Nothing was charged. Try again, or another provider.'),
  }),
  upstream_timeout: () => ({
    title: t('The source took too long'),
    advice: t('Nothing was charged. Try again, or run it as a job.'),
  }),
  upstream_blocked: () => ({
    title: t('The source refused us'),
    advice: t('Nothing was charged. Another provider may answer.'),
  }),
  upstream_paced: () => ({
    title: t('The source may not be asked so often'),
    advice: t('Nothing was charged. Try again later, or accept an older record with max_age.'),
  }),
  page_changed: () => ({
    title: t('The page has another form than we know'),
    advice: t('Nothing was charged. The page was kept for whoever looks after the reader.'),
  }),
}

export function explain(error: unknown): Explanation {
  if (!navigator.onLine)
    return { title: t('You are offline'), advice: t('The console goes on when the network is back.') }
  if (!isError(error))
    return {
      title: t('Something went wrong'),
      advice: error instanceof Error ? error.message : String(error),
    }
  const known = error.reason === null ? undefined : table[error.reason]
  if (known) return { ...known(), ...(error.status === 400 ? { advice: error.message } : {}) }
  if (error.status === null)
    return { title: t('The server gave no answer'), advice: t('It may be restarting. Try again.') }
  return { title: t('Something went wrong'), advice: error.message }
}
