// Creates session tokens and one-time sign-in codes. The database stores only their hashes.
import { randomBytes } from 'node:crypto'
import { hashKey } from './key-format.ts'

const tokenForm = /^qrs_[\w-]{43}$/
const codeForm = /^[\w-]{24}$/

export type Token = { text: string; hash: Buffer }

export const makeSessionToken = (): Token => toToken(`qrs_${randomBytes(32).toString('base64url')}`)

export const makeCode = (): Token => toToken(randomBytes(18).toString('base64url'))

const toToken = (text: string): Token => ({ text, hash: hashKey(text) })

/** Whether a text has the format of a session token. The session may still not exist. */
export const isSessionToken = (text: string): boolean => tokenForm.test(text)

/** Whether a text has the format of a sign-in code. */
export const isCode = (text: string): boolean => codeForm.test(text)
