import { createPublicKey, generateKeyPair, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import forge from 'node-forge'

/** A certificate with its private key (PKCS#8), in PEM. */
export type CertifiedKey = { cert: string; key: string }

const dayMs = 86_400_000
const authorityDays = 3_650
/** Apple's systems accept at most 825 days from a private CA. */
const certificateDays = 397
/** Certificates begin in the past, for clients whose clock is behind. */
const backdateMs = 3_600_000

/** Creates a certificate authority, which can issue certificates, but no further authorities. */
export async function createAuthority(now: number): Promise<CertifiedKey> {
  const certificate = forge.pki.createCertificate()
  certificate.validity.notAfter = new Date(now + authorityDays * dayMs)
  certificate.setSubject(commonName(`Onair local CA ${randomBytes(4).toString('hex')}`))
  const key = await createKey()
  return sign(certificate, { key, issuer: { certificate, key }, now }, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ])
}

/** Issues a server certificate for host names and IP addresses, with this key or a new one. */
export async function issueCertificate(
  authority: CertifiedKey,
  { names, now, key }: { names: readonly string[]; now: number; key?: string | null },
): Promise<CertifiedKey> {
  const issuer = { certificate: forge.pki.certificateFromPem(authority.cert), key: authority.key }
  const certificate = forge.pki.createCertificate()
  const notAfter = Math.min(now + certificateDays * dayMs, issuer.certificate.validity.notAfter.getTime())
  certificate.validity.notAfter = new Date(notAfter)
  certificate.setSubject(commonName('localhost'))
  return sign(certificate, { key: key ?? (await createKey()), issuer, now }, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
    },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.certificate.generateSubjectKeyIdentifier().getBytes() },
  ])
}

async function createKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const commonName = (value: string) => [{ name: 'commonName', value }]

type Signing = { key: string; issuer: { certificate: forge.pki.Certificate; key: string }; now: number }

function sign(certificate: forge.pki.Certificate, { key, issuer, now }: Signing, extensions: object[]): CertifiedKey {
  certificate.publicKey = forge.pki.publicKeyFromPem(
    createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  )
  // The first byte keeps the number positive and of this length.
  certificate.serialNumber = `40${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(now - backdateMs)
  certificate.setIssuer(issuer.certificate.subject.attributes)
  certificate.setExtensions([...extensions, { name: 'subjectKeyIdentifier' }])
  certificate.sign(forge.pki.privateKeyFromPem(issuer.key), forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate).replaceAll('\r', ''), key }
}
