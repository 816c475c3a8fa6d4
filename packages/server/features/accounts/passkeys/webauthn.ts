import { createPublicKey, hash, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'

/** The site for which browsers keep passkeys (WebAuthn, sections 4 and 5.1.3): its host, and the origin of its pages. */
export type PasskeySite = { rpId: string; origin: string }

/** `publicKey` is a SubjectPublicKeyInfo (RFC 5280). `signCount` is 0 for passkeys that devices synchronize. */
export type PasskeyKey = { credentialId: Buffer; publicKey: Buffer; signCount: number }

/** Null where browsers keep no passkeys: for an IP address, and for a host without HTTPS other than localhost. */
export function passkeySiteOf(authUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(authUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname) > 0 || hostname.startsWith('[')) return null
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : null
}

/** The COSE algorithms of passkeys (RFC 9053): Ed25519, ECDSA with P-256, and RSA with PKCS #1. All devices know one. */
export const keyAlgorithms = [-8, -7, -257] as const

/** The credential of a browser. `response` has the fields of PublicKeyCredential.toJSON, in base64url. */
export type Answer = { credentialId: Buffer; challenge: string; clientData: ClientData; response: Fields }
type Fields = { readonly [name: string]: unknown }
type ClientData = { type: unknown; origin: unknown; crossOrigin: unknown; bytes: Buffer }

/** Reads the credential of a browser, which is not verified yet. Null for another text. */
export function parseAnswer(credential: string): Answer | null {
  const json = parseFields(credential)
  const response = isFields(json?.['response']) ? json['response'] : null
  const [credentialId, bytes] = [bytesOf(json?.['id']), bytesOf(response?.['clientDataJSON'])]
  const fields = bytes && parseFields(bytes.toString('utf8'))
  if (response === null || credentialId === null || !fields || typeof fields['challenge'] !== 'string') return null
  const { type, challenge, origin, crossOrigin } = fields as Fields & { challenge: string }
  return { credentialId, challenge, clientData: { type, origin, crossOrigin, bytes }, response }
}

/**
 * The key of a new passkey, whose user the device has verified (WebAuthn, section 7.1). Null for any other answer. The site asks
 * for no attestation, so it takes the key as the browser gives it (section 5.2.1.1).
 */
export function verifyNewPasskey(answer: Answer, site: PasskeySite): PasskeyKey | null {
  const { credentialId, clientData, response } = answer
  const [authenticatorData, publicKey] = [bytesOf(response['authenticatorData']), bytesOf(response['publicKey'])]
  if (authenticatorData === null || publicKey === null) return null
  const data = parseAuthenticatorData(authenticatorData)
  if (data === null || !isOfSite(clientData, 'webauthn.create', site) || !isOfUser(data, site)) return null
  if (!data.credentialId?.equals(credentialId) || algorithmOf(publicKey) !== response['publicKeyAlgorithm']) return null
  return { credentialId, publicKey, signCount: data.signCount }
}

/** The new count of a passkey that signed the answer, and whose user the device has verified (section 7.2). Else null. */
export function verifySignature(answer: Answer, key: PasskeyKey, site: PasskeySite): { signCount: number } | null {
  const { clientData, response } = answer
  const [authenticatorData, signature] = [bytesOf(response['authenticatorData']), bytesOf(response['signature'])]
  if (authenticatorData === null || signature === null) return null
  const data = parseAuthenticatorData(authenticatorData)
  if (data === null || !isOfSite(clientData, 'webauthn.get', site) || !isOfUser(data, site)) return null
  const signed = Buffer.concat([authenticatorData, sha256(clientData.bytes)])
  const publicKey = readKey(key.publicKey)
  if (publicKey === null || !verify(digestOf(publicKey), signed, publicKey, signature)) return null
  // A count that does not grow is the one of a copy.
  const counts = data.signCount > 0 || key.signCount > 0
  return counts && data.signCount <= key.signCount ? null : { signCount: data.signCount }
}

function isOfSite({ type, origin, crossOrigin }: ClientData, expected: string, site: PasskeySite): boolean {
  return type === expected && origin === site.origin && crossOrigin !== true
}

type AuthenticatorData = { rpIdHash: Buffer; flags: number; signCount: number; credentialId: Buffer | null }

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 }

function isOfUser({ rpIdHash, flags }: AuthenticatorData, { rpId }: PasskeySite): boolean {
  const required = flag.userPresent | flag.userVerified
  const isBackup = (flags & flag.backedUp) === 0 || (flags & flag.backupEligible) !== 0
  return timingSafeEqual(rpIdHash, sha256(rpId)) && (flags & required) === required && isBackup
}

/** The fields of authenticator data (section 6.1). Null where it is too short. */
function parseAuthenticatorData(data: Buffer): AuthenticatorData | null {
  if (data.length < 37) return null
  const [rpIdHash, flags, signCount] = [data.subarray(0, 32), data.readUInt8(32), data.readUInt32BE(33)]
  if ((flags & flag.hasCredential) === 0) return { rpIdHash, flags, signCount, credentialId: null }
  if (data.length < 55) return null
  const credentialId = data.subarray(55, 55 + data.readUInt16BE(53))
  return { rpIdHash, flags, signCount, credentialId }
}

/** The COSE algorithm of a public key, or null for one of another kind or size. */
function algorithmOf(publicKey: Buffer): (typeof keyAlgorithms)[number] | null {
  const key = readKey(publicKey)
  const { namedCurve, modulusLength = 0 } = key?.asymmetricKeyDetails ?? {}
  if (key?.asymmetricKeyType === 'ed25519') return -8
  if (key?.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return -7
  return key?.asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 8192 ? -257 : null
}

function digestOf({ asymmetricKeyType }: KeyObject): 'sha256' | null {
  return asymmetricKeyType === 'ed25519' ? null : 'sha256'
}

function readKey(publicKey: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

function bytesOf(value: unknown): Buffer | null {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : null
}

function parseFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
