import { createAuthority, issueCertificate } from '@onair/server/infra/tls/issue-certificate.ts'

/** Creates a certificate authority that no system trusts, and issues certificates signed by it, in PEM. */
export async function createTestAuthority() {
  const authority = await createAuthority(Date.now())
  return {
    ca: authority.cert,
    issueCertificate: (...names: string[]) => issueCertificate(authority, { names, now: Date.now() }),
  }
}
