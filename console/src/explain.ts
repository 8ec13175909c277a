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
  unknown_route: () => ({
    title: t('This server has no such endpoint'),
    advice: t('Another version of it may. See the reference.'),
  }),
  method_not_allowed: () => ({
    title: t('This server has no such endpoint'),
    advice: t('Another version of it may. See the reference.'),
  }),
  idempotency_in_progress: () => ({
    title: t('The same request is still running'),
    advice: t('Wait a moment and try again. Nothing was charged.'),
  }),
  idempotency_result_gone: () => ({
    title: t('The first answer is no longer stored'),
    advice: t('It was sent and charged once. Use a new Idempotency-Key to get and pay for another.'),
  }),
  idempotency_mismatch: () => ({
    title: t('This key was used for another request'),
    advice: t('Send the other request again, or use a new Idempotency-Key. Nothing was charged.'),
  }),
  fields_missing: () => ({
    title: t('The record lacks what was required of it'),
    advice: t('Nothing was charged. Require less, or ask another provider.'),
  }),
  unprocessable: () => ({
    title: t('That cannot be done'),
    advice: t('The message says why. Nothing was charged.'),
  }),
  body_too_large: () => ({
    title: t('The body is too large'),
    advice: t('Send it in smaller parts. Nothing was charged.'),
  }),
  storage_exceeded: () => ({
    title: t('The account has no room for more'),
    advice: t('Older jobs and watches make room as they end; delete what is no longer needed.'),
  }),
  internal: () => ({
    title: t('The server failed'),
    advice: t('Nothing was charged. Try again; if it stays, tell the operator the request id.'),
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
  const isNamed = error.status === 400 || error.status === 409 || error.status === 422
  if (known) return { ...known(), ...(isNamed && /: /.test(error.message) ? { advice: error.message } : {}) }
  if (error.status === null)
    return { title: t('The server gave no answer'), advice: t('It may be restarting. Try again.') }
  return { title: t('Something went wrong'), advice: error.message }
}
