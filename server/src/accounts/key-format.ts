// The format of API keys: `qry_`, 30 random characters, 6 checksum characters. The checksum lets a mistyped or invented
// key be refused without a database read. Only the SHA-256 of a key and its last four characters are stored.
import { createHash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'qry_'
const randomLength = 30
const checksumLength = 6
const form = /^qry_[0-9A-Za-z]{36}$/

export function makeKey() {
  const body = prefix + randomText(randomLength)
  const secret = body + checksum(body)
  return { secret, hash: hashKey(secret), lastFour: secret.slice(-4) }
}

export const hashKey = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether the format and checksum are right. The key may still not exist. */
export function isWellFormed(secret: string): boolean {
  if (!form.test(secret)) return false
  const body = secret.slice(0, -checksumLength)
  return checksum(body) === secret.slice(-checksumLength)
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: larger bytes would make some characters more likely.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

function checksum(body: string): string {
  let value = createHash('sha256').update(`checksum:${body}`).digest().readUIntBE(0, 6)
  let text = ''
  for (let index = 0; index < checksumLength; index += 1) {
    text += alphabet[value % alphabet.length]
    value = Math.floor(value / alphabet.length)
  }
  return text
}
