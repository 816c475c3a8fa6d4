import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { getCACertificates } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { ConfigError } from '../../config/config.ts'
import { lockDirectory } from '../db/embedded/directory-lock.ts'
import { openDataDirectory } from '../db/embedded/permissions.ts'
import { excludeFromGit } from '../files/exclude-from-git.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import type { CertifiedKey } from './issue-certificate.ts'

/** Every certificate has these names. */
const localNames = ['localhost', '127.0.0.1', '::1']
const replaceBeforeMs = 30 * 86_400_000
const lockTimeoutMs = 10_000

/** The certificate in a data directory, signed by the certificate authority (CA) in that directory. */
export type LocalCertificate = Awaited<ReturnType<typeof prepareLocalCertificate>>

/**
 * Creates or keeps the CA of a data directory, and issues its certificate again, for the names that it had and these.
 * The certificate keeps its key, so that a server never reads one with another key. `now` is the time of the system.
 */
export async function prepareLocalCertificate(
  dataDir: string,
  { names, now }: { names: readonly string[]; now: number },
) {
  const parent = await openDataDirectory(dataDir)
  await excludeFromGit(parent)
  const dir = join(parent, 'tls')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  using _ = lockDirectory(dir, lockTimeoutMs)
  const files = certificateFiles(dataDir)
  const { createAuthority, issueCertificate } = await import('./issue-certificate.ts')
  const existing = await readAuthority(files, now)
  const authority = existing ?? (await createAuthority(now))
  if (existing === null) {
    // A CA certificate without its key would be an error at the next start.
    await rm(files.ca, { force: true })
    await writeAtomic(files.caKey, authority.key)
    await writeAtomic(files.ca, authority.cert)
  }
  // Clients with a setting for a file of CAs trust no other ones.
  await writeAtomic(files.caBundle, [authority.cert, ...getCACertificates('bundled'), ''].join('\n'))
  const key = await readFile(files.key, 'utf8').catch(() => null)
  const allNames = [...new Set([...localNames, ...(await readCertificateNames(files.certificate)), ...names])]
  const issued = await issueCertificate(authority, { names: allNames, now, key })
  if (key === null) await writeAtomic(files.key, issued.key)
  await writeAtomic(files.certificate, issued.cert)
  return {
    files,
    names: allNames,
    expiresAt: expiryOf(issued),
    caExpiresAt: expiryOf(authority),
    /** Whether clients cannot trust the CA yet. */
    isCaNew: existing === null,
  }
}

/** The files of the CA and the certificate in a data directory. */
export function certificateFiles(dataDir: string) {
  const pathOf = (name: string) => resolve(dataDir, 'tls', name)
  return {
    ca: pathOf('ca.pem'),
    caKey: pathOf('ca-key.pem'),
    caBundle: pathOf('ca-bundle.pem'),
    certificate: pathOf('certificate.pem'),
    key: pathOf('key.pem'),
  }
}

/** The names of a certificate; none if it does not exist. */
export async function readCertificateNames(file: string): Promise<string[]> {
  if (!existsSync(file)) return []
  const { subjectAltName = '' } = new X509Certificate(await readFile(file))
  return subjectAltName.split(', ').map((entry) => {
    const name = entry.replace(/^[^:]*:/, '')
    return entry.startsWith('IP Address:') ? ipaddr.parse(name).toString() : name
  })
}

/** The CA; null if there is none or it ends soon. */
async function readAuthority({ ca, caKey }: { ca: string; caKey: string }, now: number): Promise<CertifiedKey | null> {
  if (!existsSync(ca)) return null
  try {
    const authority = { cert: await readFile(ca, 'utf8'), key: await readFile(caKey, 'utf8') }
    if (!new X509Certificate(authority.cert).checkPrivateKey(createPrivateKey(authority.key)))
      throw new Error('another key')
    return expiryOf(authority) - now < replaceBeforeMs ? null : authority
  } catch {
    throw new ConfigError([
      `${ca} and ${caKey} cannot be read as a certificate with its key. Restore them, or delete both to create a new CA.`,
    ])
  }
}

const expiryOf = ({ cert }: CertifiedKey) => new X509Certificate(cert).validToDate.getTime()
