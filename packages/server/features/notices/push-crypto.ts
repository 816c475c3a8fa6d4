import { createCipheriv, createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'
import type { Random } from '../../infra/random.ts'

/** A browser that gets notices: the address at its push service and its keys, in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** The key pair of a site, in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const curve = 'prime256v1'
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const [keyBytes, authBytes, tagBytes, recordSize] = [65, 16, 16, 4_096]

export function newPushKeys(random: Random): PushKeys {
  const keys = keyPairOf(random.bytes(32))
  return { publicKey: keys.getPublicKey('base64url'), privateKey: keys.getPrivateKey('base64url') }
}

/** Whether the keys of a browser have their length and the public one is a point of the curve. */
export function hasPushKeys({ p256dh, auth }: Omit<PushTarget, 'endpoint'>): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== keyBytes || Buffer.from(auth, 'base64url').length !== authBytes) return false
  try {
    keyPairOf(Buffer.alloc(32, 1)).computeSecret(key)
    return true
  } catch {
    return false
  }
}

/** Encrypts a message for a browser alone: RFC 8291, with the content coding `aes128gcm` of RFC 8188 in one record. */
export function encryptPush(text: string, { p256dh, auth }: PushTarget, random: Random): Buffer {
  const [receiver, secret, salt] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url'), random.bytes(16)]
  const sender = keyPairOf(random.bytes(32))
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  const input = derive(sender.computeSecret(receiver), secret, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
  // 2 ends the last record.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, header, senderKey, sealed, cipher.getAuthTag()])
}

/** The header by which a push service knows the site that sends (VAPID): RFC 8292. `subject`: how to reach its operators. */
export function pushAuthorization(
  { publicKey, privateKey }: PushKeys,
  { endpoint, expiresAt, subject }: { endpoint: string; expiresAt: number; subject: string },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(expiresAt / 1_000), sub: subject }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}

function keyPairOf(privateKey: Buffer) {
  const keys = createECDH(curve)
  keys.setPrivateKey(privateKey)
  return keys
}

function derive(input: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length))
}
