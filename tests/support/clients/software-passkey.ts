import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id: string }; rpId?: string }
type AnswerOptions = {
  origin: string
  /** Whether the device verified its user, by a PIN or biometrics. */
  isVerified?: boolean
  /** How often the passkey has signed; 0 for one that does not count. */
  signCount?: number
}

const sha256 = (data: string | Buffer) => hash('sha256', data, 'buffer')
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const clientData = (type: string, challenge: string, { origin }: AnswerOptions) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const dataOf = (rpId: string, { isVerified = true, signCount = 0 }: AnswerOptions, credential?: Buffer) => {
  const head = Buffer.alloc(5)
  head.writeUInt8(1 | (isVerified ? 4 : 0) | (credential === undefined ? 0 : 64))
  head.writeUInt32BE(signCount, 1)
  return Buffer.concat([sha256(rpId), head, credential ?? Buffer.alloc(0)])
}

/** A passkey of a device, as a browser shows it to a site: ECDSA with P-256, without attestation. */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const credentialOf = (response: Record<string, string>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  return {
    /** The credential of a new passkey, for the options of a site. */
    create({ challenge, rp }: Options, options: AnswerOptions): string {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey])
      const authData = dataOf(rp?.id ?? '', options, attested)
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', {}],
        ['authData', authData],
      ])
      return credentialOf({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, options)),
        attestationObject: base64url(attestationObject),
      })
    },
    /** The signature of the passkey for the options of a site. */
    get({ challenge, rpId = '' }: Options, options: AnswerOptions): string {
      const authenticatorData = dataOf(rpId, options)
      const clientDataJSON = clientData('webauthn.get', challenge, options)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return credentialOf({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      })
    },
  }
}

type Cbor = number | string | Buffer | Readonly<Record<string, never>>

/** CBOR (RFC 8949) of what a passkey contains. */
function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  return Buffer.isBuffer(value) ? Buffer.concat([cborHead(2, value.length), value]) : cborHead(5, 0)
}

function cborHead(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  return count < 256 ? Buffer.from([(type << 5) | 24, count]) : Buffer.from([(type << 5) | 25, count >> 8, count & 255])
}
