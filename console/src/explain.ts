// Explains an error to people, by the reason that the server gives: what happened and what to do.
import { isError } from './api.ts'
import { t } from './text.ts'

type Explanation = { title: string; advice: string }

const titles: Record<string, string> = {
  invalid_parameter: 'Invalid parameter',
  malformed_body: 'The request body could not be read',
  invalid_key: 'This key or token is not valid',
  inactive_key: 'This key is inactive',
  expired_key: 'This key has expired',
  quota_exceeded: 'The quota of this key is used up',
  credits_exhausted: 'Not enough credits',
  open_invoices: 'The account has open invoices',
  forbidden: 'This key does not allow that',
  account_deactivated: 'The account is deactivated',
  not_found: 'No record found',
  conflict: 'Already exists or already finished',
  unknown_route: 'This server has no such endpoint',
  method_not_allowed: 'This server has no such endpoint',
  idempotency_in_progress: 'The same request is still running',
  idempotency_result_gone: 'The first response is no longer stored',
  idempotency_mismatch: 'This Idempotency-Key was used for another request',
  fields_missing: 'The record lacks required fields',
  unprocessable: 'The request cannot be processed',
  body_too_large: 'The request body is too large',
  storage_exceeded: 'The storage of the account is full',
  internal: 'The server failed',
  rate_limited: 'Too many requests',
  upstream_failed: 'The source could not be read',
  upstream_timeout: 'The source took too long',
  upstream_blocked: 'The source blocked the request',
  upstream_paced: 'The rate limit of the source is reached',
  page_changed: 'The page of the source has changed',
  not_configured: 'This server has no provider for the endpoint',
}

const advice: Record<string, string> = {
  invalid_parameter: 'Correct the parameter that the message names. Nothing was charged.',
  malformed_body: 'Send a JSON object. Nothing was charged.',
  invalid_key: 'Check that you copied all of it. Revoked and rotated keys no longer work.',
  inactive_key: 'Ask the person who manages the keys of the account.',
  expired_key: 'Ask the person who manages the keys of the account.',
  quota_exceeded: 'Wait until the quota renews, or use another key.',
  credits_exhausted:
    'Ask the operator for more credits, or wait for the renewal of the subscription. Nothing was charged.',
  open_invoices: 'Lookups work again when the invoices are paid.',
  forbidden: 'Its scopes, IP addresses or permissions do not cover this request.',
  account_deactivated: 'Ask the operator.',
  not_found: 'The source has no such record. The description of the endpoint says whether this is charged.',
  conflict: 'Reload the page to see the current state.',
  unknown_route: 'Check the path in the API reference.',
  method_not_allowed: 'Check the path in the API reference.',
  idempotency_in_progress: 'Wait a moment and try again. Nothing was charged.',
  idempotency_result_gone:
    'It was sent and charged once. A request with a new Idempotency-Key is charged again.',
  idempotency_mismatch: 'Send the first request again, or use a new Idempotency-Key. Nothing was charged.',
  fields_missing: 'Nothing was charged. Require fewer fields, or use another provider.',
  unprocessable: 'The message says why. Nothing was charged.',
  body_too_large: 'Send it in smaller parts. Nothing was charged.',
  storage_exceeded: 'Delete watches that you no longer need, or wait until old results expire.',
  internal: 'Nothing was charged. Try again. If it fails again, send the request id to the operator.',
  rate_limited: 'Wait for the time in Retry-After, then call less often or use a batch. Nothing was charged.',
  upstream_failed: 'Nothing was charged. Try again, or use another provider.',
  upstream_timeout: 'Nothing was charged. Try again, or run the lookup as a job.',
  upstream_blocked: 'Nothing was charged. Another provider may answer.',
  upstream_paced: 'Nothing was charged. Try again later, or accept an older record with max_age.',
  page_changed: 'Nothing was charged. The page was stored for the operator.',
  not_configured: 'Nothing was charged. The operator has to configure a provider.',
}

/** For a call in the log; null without a reason that needs an explanation. */
export function explainReason(reason: string | null | undefined): Explanation | null {
  const [title, text] = [titles[reason ?? ''], advice[reason ?? '']]
  return title === undefined || text === undefined ? null : { title: t(title), advice: t(text) }
}

export function explain(error: unknown): Explanation {
  if (!navigator.onLine)
    return { title: t('You are offline'), advice: t('The console continues when the connection is back.') }
  const other = {
    title: t('Something went wrong'),
    advice: error instanceof Error ? error.message : String(error),
  }
  if (!isError(error)) return other
  const { reason, status, message } = error
  if (status === null)
    return {
      title: t('The server did not respond'),
      advice: t('It may be restarting. Try again in a moment.'),
    }
  const explained = explainReason(reason)
  if (explained === null) return other
  // Messages of these statuses name the parameter or the conflict.
  const isSpecific = [400, 409, 422].includes(status) && /: /.test(message)
  return isSpecific ? { ...explained, advice: message } : explained
}
