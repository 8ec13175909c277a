// What a session is known by, and what begins one without a secret: random texts of which the database has hashes only.
import { randomBytes } from 'node:crypto'
import { hashKey } from './key-format.ts'

const tokenForm = /^qrs_[\w-]{43}$/
const codeForm = /^[\w-]{24}$/

export type Token = { text: string; hash: Buffer }

export const makeSessionToken = (): Token => toToken(`qrs_${randomBytes(32).toString('base64url')}`)

export const makeCode = (): Token => toToken(randomBytes(18).toString('base64url'))

const toToken = (text: string): Token => ({ text, hash: hashKey(text) })

/** Whether this can be a session at all. Says nothing about whether it is one. */
export const isSessionToken = (text: string): boolean => tokenForm.test(text)

/** Whether this can be a sign-in code at all. */
export const isCode = (text: string): boolean => codeForm.test(text)
