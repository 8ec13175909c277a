// Encrypts backups with a passphrase in the age format, so that the program `age` can open them too.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-format.ts'

/** The beginning of each file in the age format. */
export const ageMark = 'age-encryption.org/v1\n'

const shortest = 12
/** The key is derived with 128 MiB of memory. age itself uses 256 MiB, which small servers lack. */
const scryptWorkFactor = 17

/** Null without a file. */
export async function readPassphrase(file: string | null): Promise<string | null> {
  if (file === null) return null
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`the passphrase file ${file} cannot be read (${error.code})`)
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length < shortest || /[\r\n]/.test(passphrase))
    throw new BackupError(`the passphrase file ${file} must have one line of at least ${shortest} characters`)
  return passphrase
}

/** Without a passphrase the source stays as it is. */
export async function encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
): Promise<AsyncIterable<Buffer>> {
  if (passphrase === null) return source
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

export async function* decrypt(source: AsyncIterable<Uint8Array>, passphrase: string | null) {
  if (passphrase === null) throw new BackupError('it is encrypted: add --passphrase-file')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const opened = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
    const isWrong = /identity|passphrase|stanza/i.test(error.message)
    throw new BackupError(isWrong ? 'the passphrase is wrong' : `it is damaged (${error.message})`)
  })
  try {
    yield* fromWeb(opened)
  } catch (error) {
    throw new BackupError('it is damaged or truncated', { cause: error })
  }
}

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>

const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as NodeWebStream<Uint8Array>)
