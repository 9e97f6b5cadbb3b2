import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate, written in DER by hand: Node makes keys and signatures, but no certificates. */
const tlv = (tag: number, ...contents: Buffer[]): Buffer => {
  const body = Buffer.concat(contents)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...contents: Buffer[]) => tlv(0x30, ...contents)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const yes = tlv(0x01, Buffer.from([0xff]))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (common: string) =>
  sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(common)))))
const utcTime = (at: Date) =>
  tlv(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const dayMs = 86_400_000

const extensionsOf = (hosts: readonly string[]) => {
  const names = sequence(...hosts.map((host) => tlv(0x82, Buffer.from(host))))
  const alternative = sequence(oid('551d11'), tlv(0x04, names))
  const authority = sequence(oid('551d13'), yes, tlv(0x04, sequence(yes)))
  return tlv(0xa3, sequence(alternative, authority))
}

const pem = (label: string, der: Buffer) => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** Key and certificate of these hosts, valid for two days. */
export const makeCertificate = (
  hosts: readonly string[],
): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const name = nameOf('Authority of the tests')
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsOf(hosts),
  )
  const signature = sign('sha256', signed, privateKey)
  const cert = sequence(signed, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', cert),
  }
}
