// A self-signed certificate made at test time, so that TLS is tested with real handshakes while no key is stored in
// the repository and no external tool is needed. Node can sign but not build certificates, so the few fields are
// written here.
import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (date: Date) =>
  der(
    0x17,
    Buffer.from(
      date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const subjectAltName = oid('551d11')
const basicConstraints = oid('551d13')
const commonName = oid('550403')

/** PEM texts of a certificate for these host names, valid for a day, and of its key. */
export function makeCertificate(hosts: readonly string[]): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('test')))))
  const dayMs = 86_400_000
  const extensions = sequence(
    sequence(basicConstraints, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(subjectAltName, der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host)))))),
  )
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey))
  const lines = sequence(toSign, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
