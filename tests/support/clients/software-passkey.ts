import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id: string }; rpId?: string }
type AnswerOptions = {
  origin: string
  /** Whether the device verified its user, by a PIN or biometrics. */
  isVerified?: boolean
  /** How often the passkey has signed; 0 for one that does not count. */
  signCount?: number
}

const keyPairs = {
  ecdsa: { algorithm: -7, digest: 'sha256', generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ed25519: { algorithm: -8, digest: null, generate: () => generateKeyPairSync('ed25519') },
  rsa: { algorithm: -257, digest: 'sha256', generate: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  weakRsa: { algorithm: -257, digest: 'sha256', generate: () => generateKeyPairSync('rsa', { modulusLength: 1024 }) },
} as const
export type KeyKind = keyof typeof keyPairs

const sha256 = (data: string | Buffer) => hash('sha256', data, 'buffer')
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** The data of the device (WebAuthn, section 6.1); of a new passkey with its id, and without its key. */
function deviceData(rpId: string, { isVerified = true, signCount = 0 }: AnswerOptions, newId?: Buffer) {
  const head = Buffer.alloc(5)
  head.writeUInt8(1 | (isVerified ? 4 : 0) | (newId === undefined ? 0 : 64))
  head.writeUInt32BE(signCount, 1)
  const credential = newId === undefined ? [] : [Buffer.alloc(17), Buffer.from([newId.length]), newId]
  return Buffer.concat([sha256(rpId), head, ...credential])
}

const clientData = (type: string, challenge: string, { origin }: AnswerOptions) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** A passkey of a device, as a browser shows it to a site in PublicKeyCredential.toJSON. */
export function softwarePasskey(kind: KeyKind = 'ecdsa') {
  const { algorithm, digest, generate } = keyPairs[kind]
  const { privateKey, publicKey } = generate()
  const id = randomBytes(32)
  const credentialOf = (response: Record<string, string | number>) =>
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
      return credentialOf({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, options)),
        authenticatorData: base64url(deviceData(rp?.id ?? '', options, id)),
        publicKey: base64url(publicKey.export({ format: 'der', type: 'spki' })),
        publicKeyAlgorithm: algorithm,
      })
    },
    /** The signature of the passkey for the options of a site. */
    get({ challenge, rpId = '' }: Options, options: AnswerOptions): string {
      const authenticatorData = deviceData(rpId, options)
      const clientDataJSON = clientData('webauthn.get', challenge, options)
      const signature = sign(digest, Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return credentialOf({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      })
    },
  }
}
