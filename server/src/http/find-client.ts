// Names the client of a request for fair start: its key, read as the call reads it, or its address without a valid key.
import type { FastifyRequest } from 'fastify'
import { findKey } from '../calls/admit.ts'
import { splitQuery } from '../calls/read-query.ts'
import { listHeaderKeys, readRawQuery } from './request-guard.ts'

export function findClient(
  { raw, ip }: FastifyRequest,
  isKnownKey: ((secret: string) => boolean) | undefined,
): string {
  const key = findKey(listHeaderKeys(raw), splitQuery(readRawQuery(raw.url)))
  return key !== null && isKnownKey?.(key) ? key : ip
}
