import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** The parts that an attacker may change in an otherwise right answer. */
export type Twist = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  challenge?: string
  crossOrigin?: boolean
  userHandle?: string
  breakSignature?: boolean
}

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }

const coseKey = (publicKey: KeyObject): Uint8Array => {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  )
}

/** An authenticator in software: it answers as a real one does, or wrongly in exactly one point. */
export const createSoftKey = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, options: Options, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: twist.challenge ?? options.challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    )
  const authData = (rpId: string, twist: Twist, attested: Uint8Array = new Uint8Array()) => {
    counter += 1
    const flags =
      (twist.userPresent === false ? 0 : 1) |
      (twist.userVerified === false ? 0 : 4) |
      (attested.length > 0 ? 64 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(twist.counter ?? counter, 1)
    return Buffer.concat([sha256(twist.rpId ?? rpId), head, attested])
  }
  const shell = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })
  return {
    id: id.toString('base64url'),
    /** The private key and the number of its uses, for a browser that goes on with it. */
    stored: () => ({ pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }), uses: counter }),
    create: (options: Options, twist: Twist = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const data = authData(options.rp?.id ?? '', twist, attested)
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]),
      )
      return shell({
        clientDataJSON: clientData('webauthn.create', options, twist).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    get: (options: Options, twist: Twist = {}) => {
      const client = clientData('webauthn.get', options, twist)
      const data = authData(options.rpId ?? '', twist)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      if (twist.breakSignature) signature.writeUInt8(signature.readUInt8(20) ^ 1, 20)
      return shell({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(twist.userHandle ? { userHandle: twist.userHandle } : {}),
      })
    },
  }
}
