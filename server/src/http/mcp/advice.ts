// Advice for agents on each error reason, as text: agents do not read headers.
import type { Reason } from '../../platform/errors.ts'

const byReason: Partial<Record<Reason, string>> = {
  invalid_parameter: 'Correct the named argument and call again; nothing was charged.',
  malformed_body: 'Correct the arguments and call again; nothing was charged.',
  invalid_key: 'Stop: the key is not valid. Tell the person who set this up.',
  inactive_key: 'Stop: the key is switched off. Tell the person who set this up.',
  expired_key: 'Stop: the key has expired. Tell the person who set this up.',
  quota_exceeded: "Stop: the key's quota is used up. Do not retry before the stated time.",
  credits_exhausted: 'Stop: the account has no credits left. Tell the person who set this up.',
  open_invoices: 'Stop: the account has open invoices. Tell the person who set this up.',
  forbidden: 'This key may not do that. Use another tool, or tell the person who set this up.',
  account_deactivated: 'Stop: the account is switched off. Tell the person who set this up.',
  not_found: 'There is no such record. Do not repeat the same call; try another spelling or a search.',
  idempotency_in_progress: 'The same call is still running. Wait a few seconds and call again.',
  idempotency_result_gone:
    'The answer is not stored, or no longer. Make a new call for it, which is charged.',
  idempotency_mismatch: 'The id belongs to another call. Give the same tool and arguments as in that call.',
  conflict: 'It already exists or has already finished. Check the state before you continue.',
  fields_missing:
    'The record lacks a required field; nothing was charged. Require fewer fields, or use another provider.',
  body_too_large: 'The request is too large. Split it up.',
  rate_limited: 'Too many calls at once. Wait for the stated time, then call less often.',
  storage_exceeded: 'Too much is stored for this account. Wait until older results have expired.',
  upstream_paced:
    'The rate limit of the provider is reached. Wait for the stated time, or name another provider.',
  upstream_blocked: 'The site blocks requests. Do not retry now; nothing was charged.',
  not_configured:
    'This server has no provider for the tool. Do not retry; tell the person who runs the server. Nothing was charged.',
  page_changed: 'The page could not be read. A retry does not help; nothing was charged.',
}

const fallback = 'The problem may be temporary. Retry once, later; nothing was charged.'

export const adviceFor = (reason: string): string =>
  Object.hasOwn(byReason, reason) ? (byReason[reason as Reason] ?? fallback) : fallback
