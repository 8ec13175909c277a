// UUIDs of version 8 that contain the numbers of a public register, so that an id can be read back without a table of
// ids.
import { isUuid } from './is-uuid.ts'

/** The numbers that `registerUuid` packs into a UUID. */
export type RegisterNumber = {
  /** The register, and what it numbers: 16 bits. */
  kind: number
  /** 60 bits: eighteen decimal digits fit. */
  number: bigint
  /** A second number, of 46 bits: thirteen decimal digits fit. */
  second: bigint
}

const numberBits = 60n
const secondBits = 46n
const maxKind = 0xffff
// The two bits that RFC 9562 fixes before the last 62.
const variant = 0b10n

/** The UUID of version 8 that contains these numbers. Throws a RangeError if a number has too many bits. */
export function registerUuid({ kind, number, second }: RegisterNumber): string {
  const isKind = Number.isInteger(kind) && kind >= 0 && kind <= maxKind
  if (!isKind || !fits(number, numberBits) || !fits(second, secondBits))
    throw new RangeError('a UUID has no room for these numbers')
  const first = number.toString(16).padStart(15, '0')
  const last = ((((variant << 16n) | BigInt(kind)) << secondBits) | second).toString(16).padStart(16, '0')
  return `${first.slice(0, 8)}-${first.slice(8, 12)}-8${first.slice(12)}-${last.slice(0, 4)}-${last.slice(4)}`
}

/** The numbers in a UUID that `registerUuid` made; null for other versions and for a text that is not a UUID. */
export function readRegisterUuid(text: string): RegisterNumber | null {
  if (!isUuid(text) || text[14] !== '8') return null
  const last = BigInt(`0x${text.slice(19, 23)}${text.slice(24)}`)
  if (last >> 62n !== variant) return null
  return {
    kind: Number((last >> secondBits) & BigInt(maxKind)),
    number: BigInt(`0x${text.slice(0, 8)}${text.slice(9, 13)}${text.slice(15, 18)}`),
    second: BigInt.asUintN(Number(secondBits), last),
  }
}

const fits = (number: bigint, bits: bigint): boolean => number >= 0n && number >> bits === 0n
