// Advice for agents on each error reason, as text: agents do not read headers.
import type { Reason } from '../errors.ts'

const byReason: Partial<Record<Reason, string>> = {
  invalid_parameter: 'Correct the argument that is named and call again; nothing was charged.',
  malformed_body: 'Correct the arguments and call again; nothing was charged.',
  invalid_key: 'Stop: the key is not valid. Tell the person who set this up.',
  inactive_key: 'Stop: the key is switched off. Tell the person who set this up.',
  expired_key: 'Stop: the key has expired. Tell the person who set this up.',
  quota_exceeded: "Stop: the key's quota is used up. Do not try again before the time that is named.",
  credits_exhausted: 'Stop: the account has no credits left. Tell the person who set this up.',
  open_invoices: 'Stop: the account has open invoices. Tell the person who set this up.',
  forbidden: 'This key may not do that. Use another tool, or tell the person who set this up.',
  account_deactivated: 'Stop: the account is switched off. Tell the person who set this up.',
  not_found: 'There is no such record. Do not repeat the same call; try another spelling or a search.',
  idempotency_in_progress: 'The same call is still running. Wait a few seconds and call again.',
  idempotency_result_gone:
    'This call was answered and charged before, and its answer is no longer stored. Make a new call for it.',
  conflict: 'It is too late for that, or it was done already. Look at the state before you go on.',
  fields_missing:
    'The record lacks a required field; nothing was charged. Ask for less, or another provider.',
  body_too_large: 'Too much at once: split it up.',
  rate_limited: 'Too many calls at once. Wait as long as is named, then go on more slowly.',
  storage_exceeded: 'Too much is stored for this account. Wait until older results have expired.',
  upstream_paced:
    'The provider is used as often as it allows. Wait as long as is named, or name another provider.',
  upstream_blocked: 'The site refuses to answer. Do not repeat it now; nothing was charged.',
  page_changed: 'The page could not be read. Repeating does not help; nothing was charged.',
} as Partial<Record<Reason, string>>

const otherwise = 'It may pass: try once more, later; nothing was charged.'

export const adviceFor = (reason: string): string =>
  Object.hasOwn(byReason, reason) ? (byReason[reason as Reason] ?? otherwise) : otherwise
