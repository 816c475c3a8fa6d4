import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { getCACertificates } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { ConfigError } from '../../config/config.ts'
import { lockDirectory } from '../db/embedded/directory-lock.ts'
import { systemErrorCode } from '../db/embedded/errors.ts'
import { openDataDirectory } from '../db/embedded/permissions.ts'
import { writeAtomic } from '../write-atomic.ts'
import type { CertifiedKey } from './issue-certificate.ts'
import { excludeFromGit } from '../exclude-from-git.ts'

/** The certificate in a data directory, signed by the certificate authority (CA) in that directory. */
export type LocalCertificate = {
  files: CertificateFiles
  names: string[]
  expiresAt: number
  caExpiresAt: number
  /** Whether the CA is new: clients do not trust it yet. */
  isCaNew: boolean
}

type CertificateFiles = {
  ca: string
  caKey: string
  /** The CA and the public CAs, for clients that replace their CAs by those of a file. */
  caBundle: string
  certificate: string
  key: string
}

/** Every certificate has these names. */
const localNames = ['localhost', '127.0.0.1', '::1']
const renewBeforeMs = 30 * 86_400_000
const lockTimeoutMs = 10_000

/**
 * Creates the CA and the certificate in a data directory, or keeps them. The certificate is issued again when it lacks
 * one of the names or ends within 30 days. `now` is the time of the system, not of the platform.
 */
export async function prepareLocalCertificate(
  dataDir: string,
  { names, now }: { names: readonly string[]; now: number },
): Promise<LocalCertificate> {
  const parent = await openDataDirectory(dataDir)
  await excludeFromGit(parent)
  const dir = join(parent, 'tls')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  using _ = lockDirectory(dir, lockTimeoutMs)
  const files = certificateFiles(dataDir)
  const existing = await loadAuthority(files, now)
  const authority = existing ?? (await createAuthority(files, now))
  await writeAtomic(files.caBundle, [authority.cert, ...getCACertificates('bundled'), ''].join('\n'))
  const certificate = await renewCertificate(files, authority, { names, now })
  return {
    files,
    names: namesOf(certificate),
    expiresAt: certificate.validToDate.getTime(),
    caExpiresAt: new X509Certificate(authority.cert).validToDate.getTime(),
    isCaNew: existing === null,
  }
}

/** The files of the CA and the certificate in a data directory. */
export function certificateFiles(dataDir: string): CertificateFiles {
  const pathOf = (name: string) => resolve(dataDir, 'tls', name)
  return {
    ca: pathOf('ca.pem'),
    caKey: pathOf('ca-key.pem'),
    caBundle: pathOf('ca-bundle.pem'),
    certificate: pathOf('certificate.pem'),
    key: pathOf('key.pem'),
  }
}

/** The CA; null if there is none or it ends soon. */
async function loadAuthority(files: CertificateFiles, now: number): Promise<CertifiedKey | null> {
  if (!existsSync(files.ca)) return null
  const authority = await readPair(files.ca, files.caKey)
  if (authority === null)
    throw new ConfigError([
      `${files.ca} and ${files.caKey} are not a certificate with its key. Restore them, or delete both to create a new CA.`,
    ])
  return endsSoon(new X509Certificate(authority.cert), now) ? null : authority
}

/** Writes the key first: a CA certificate without its key would be an error at the next start. */
async function createAuthority(files: CertificateFiles, now: number): Promise<CertifiedKey> {
  const issuer = await import('./issue-certificate.ts')
  const authority = await issuer.createAuthority(now)
  await rm(files.ca, { force: true })
  await writeAtomic(files.caKey, authority.key)
  await writeAtomic(files.ca, authority.cert)
  return authority
}

/** Keeps the key of an existing certificate, so that a server never reads a certificate with another key. */
async function renewCertificate(
  files: CertificateFiles,
  authority: CertifiedKey,
  { names, now }: { names: readonly string[]; now: number },
): Promise<X509Certificate> {
  const existing = await readPair(files.certificate, files.key)
  const certificate = existing && new X509Certificate(existing.cert)
  const existingNames = certificate === null ? [] : namesOf(certificate)
  const allNames = [...new Set([...localNames, ...existingNames, ...names])]
  if (
    certificate?.verify(new X509Certificate(authority.cert).publicKey) &&
    allNames.length === existingNames.length &&
    !endsSoon(certificate, now)
  )
    return certificate
  const issuer = await import('./issue-certificate.ts')
  const issued = await issuer.issueCertificate(authority, {
    names: allNames,
    now,
    ...(existing && { key: existing.key }),
  })
  if (existing === null) await writeAtomic(files.key, issued.key)
  await writeAtomic(files.certificate, issued.cert)
  return new X509Certificate(issued.cert)
}

function endsSoon({ validToDate }: X509Certificate, now: number): boolean {
  return validToDate.getTime() - now < renewBeforeMs
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').map((entry) => {
    const name = entry.replace(/^[^:]*:/, '')
    return entry.startsWith('IP Address:') ? ipaddr.parse(name).toString() : name
  })
}

/** A certificate and its key; null if a file is missing or they do not belong together. */
async function readPair(certFile: string, keyFile: string): Promise<CertifiedKey | null> {
  try {
    const [cert, key] = [await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8')]
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : null
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? ''))
      throw new ConfigError([`The files in ${dirname(keyFile)} are not readable for this user.`])
    return null
  }
}
