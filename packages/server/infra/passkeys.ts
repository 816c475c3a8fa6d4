import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The site for which browsers keep passkeys (WebAuthn, sections 4 and 5.1.3): its host, and the origin of its pages. */
export type PasskeySite = { rpId: string; origin: string }

/** `publicKey` is in COSE. `signCount` is 0 for passkeys that are synchronized between devices. */
export type PasskeyKey = { credentialId: Buffer; publicKey: Buffer; signCount: number }

/** Null where browsers keep no passkeys: for an IP address, and for a host without HTTPS other than localhost. */
export function passkeySiteOf(authUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(authUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname) > 0 || hostname.startsWith('[')) return null
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : null
}

/** The credential of an answer, and the challenge that it answers. */
export type Answer = { credentialId: Buffer; challenge: string }

/** Reads the credential of a browser, which is not verified yet. Null for another text. */
export function parseAnswer(credential: string): Answer | null {
  const json = parseJson(credential)
  if (!isRecord(json) || !isRecord(json.response)) return null
  const { id } = json
  const { clientDataJSON } = json.response
  if (typeof id !== 'string' || typeof clientDataJSON !== 'string') return null
  const clientData = parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  if (!isRecord(clientData) || typeof clientData.challenge !== 'string') return null
  return { credentialId: Buffer.from(id, 'base64url'), challenge: clientData.challenge }
}

type Expected = { site: PasskeySite; challenge: string }

/** The key of a new passkey whose user was verified by the device. Null for any other answer. */
export async function verifyNewPasskey(credential: string, { site, challenge }: Expected): Promise<PasskeyKey | null> {
  const response = JSON.parse(credential) as RegistrationResponseJSON
  return nullIfRefused(async () => {
    if (!(await isUnattested(response))) return null
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...keyAlgorithms],
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signCount: counter }
  })
}

/** Edwards curves, ECDSA with P-256 and RSA: what all devices know. */
export const keyAlgorithms = [-8, -7, -257] as const

/** The new count of a passkey that signed the challenge, and whose user was verified by the device. Null for any other answer. */
export async function verifyPasskeyAnswer(
  credential: string,
  { site, challenge, key }: Expected & { key: PasskeyKey },
): Promise<{ signCount: number } | null> {
  const response = JSON.parse(credential) as AuthenticationResponseJSON
  return nullIfRefused(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId.toString('base64url'),
        publicKey: new Uint8Array(key.publicKey),
        counter: key.signCount,
      },
    })
    return verified ? { signCount: authenticationInfo.newCounter } : null
  })
}

/** Whether no certificate comes with a passkey: pages ask for none, and to check one the library would fetch addresses in it. */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** The library throws for an answer that it refuses, and for one that it cannot read. */
async function nullIfRefused<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The fields that are read of JSON that somebody sent. */
type Fields = { id?: unknown; response?: unknown; clientDataJSON?: unknown; challenge?: unknown }

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
