import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import ipaddr from 'ipaddr.js'
import * as pkijs from 'pkijs'

/** A certificate with its private key (PKCS#8), in PEM. */
export type CertifiedKey = { cert: string; key: string }

const dayMs = 86_400_000
const authorityDays = 3_650
/** Apple's systems accept at most 825 days from a private CA. */
const certificateDays = 397
/** Certificates begin in the past, for clients whose clock is behind. */
const backdateMs = 3_600_000

/** Creates a certificate authority (ECDSA P-256). It can issue certificates, but no further authorities. */
export async function createAuthority(now: number): Promise<CertifiedKey> {
  const key = createKey()
  const certificate = await newCertificate(key, now, now + authorityDays * dayMs)
  const keyId = await keyIdOf(certificate)
  certificate.subject = commonName(`Onair local CA ${keyId.toString('hex', 0, 4)}`)
  certificate.issuer = certificate.subject
  certificate.extensions = [
    extension('2.5.29.19', new pkijs.BasicConstraints({ cA: true, pathLenConstraint: 0 }), 'critical'),
    extension('2.5.29.15', keyUsage(keyCertSign), 'critical'),
    extension('2.5.29.14', new OctetString({ valueHex: keyId })),
  ]
  return { cert: await sign(certificate, key), key }
}

/** Issues a server certificate for host names and IP addresses, with this key or a new one. */
export async function issueCertificate(
  authority: CertifiedKey,
  { names, now, key = createKey() }: { names: readonly string[]; now: number; key?: string },
): Promise<CertifiedKey> {
  const issuer = new X509Certificate(authority.cert)
  const issuerCertificate = pkijs.Certificate.fromBER(issuer.raw)
  const notAfter = Math.min(now + certificateDays * dayMs, issuer.validToDate.getTime())
  const certificate = await newCertificate(key, now, notAfter)
  certificate.subject = commonName('localhost')
  certificate.issuer = issuerCertificate.subject
  const keyIdentifier = new OctetString({ valueHex: await keyIdOf(issuerCertificate) })
  certificate.extensions = [
    extension('2.5.29.19', new pkijs.BasicConstraints({ cA: false }), 'critical'),
    extension('2.5.29.15', keyUsage(digitalSignature), 'critical'),
    extension('2.5.29.37', new pkijs.ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] })),
    extension('2.5.29.17', new pkijs.GeneralNames({ names: names.map(generalName) })),
    extension('2.5.29.14', new OctetString({ valueHex: await keyIdOf(certificate) })),
    extension('2.5.29.35', new pkijs.AuthorityKeyIdentifier({ keyIdentifier })),
  ]
  return { cert: await sign(certificate, authority.key), key }
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

async function newCertificate(key: string, now: number, notAfter: number): Promise<pkijs.Certificate> {
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: randomSerial() }),
    notBefore: time(now - backdateMs),
    notAfter: time(notAfter),
  })
  await certificate.subjectPublicKeyInfo.importKey(createPublicKey(key).toCryptoKey(ecdsa, true, ['verify']))
  return certificate
}

/** 16 random bytes that begin with 01, so that DER needs no padding. */
function randomSerial(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

/** RFC 5280, section 4.1.2.5: dates from 2050 are a GeneralizedTime. */
function time(ms: number): pkijs.Time {
  const value = new Date(Math.floor(ms / 1000) * 1000)
  return new pkijs.Time({ type: pkijs.TimeType[value.getUTCFullYear() < 2050 ? 'UTCTime' : 'GeneralizedTime'], value })
}

/** RFC 7093, section 2, method 1. */
async function keyIdOf(certificate: pkijs.Certificate): Promise<Buffer> {
  return Buffer.from(await certificate.getKeyHash('SHA-256')).subarray(0, 20)
}

function commonName(value: string): pkijs.RelativeDistinguishedNames {
  const name = new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) })
  return new pkijs.RelativeDistinguishedNames({ typesAndValues: [name] })
}

const digitalSignature = { bits: 0x80, unusedBits: 7 }
const keyCertSign = { bits: 0x04, unusedBits: 2 }

function keyUsage({ bits, unusedBits }: typeof keyCertSign): BitString {
  return new BitString({ valueHex: Uint8Array.of(bits), unusedBits })
}

type Encodable = { toSchema(): { toBER(): ArrayBuffer } } | { toBER(): ArrayBuffer }

function extension(extnID: string, value: Encodable, critical?: 'critical'): pkijs.Extension {
  const der = 'toSchema' in value ? value.toSchema().toBER() : value.toBER()
  return new pkijs.Extension({ extnID, critical: critical !== undefined, extnValue: der })
}

function generalName(name: string): pkijs.GeneralName {
  if (isIP(name) === 0) return new pkijs.GeneralName({ type: 2, value: name })
  const valueHex = Uint8Array.from(ipaddr.parse(name).toByteArray())
  return new pkijs.GeneralName({ type: 7, value: new OctetString({ valueHex }) })
}

async function sign(certificate: pkijs.Certificate, key: string): Promise<string> {
  await certificate.sign(createPrivateKey(key).toCryptoKey(ecdsa, false, ['sign']), 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString()
}
