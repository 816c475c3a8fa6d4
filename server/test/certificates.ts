import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Creates a certificate authority that no system trusts, and issues certificates signed by it, in PEM. */
export async function createTestAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  const pathOf = (name: string) => join(folder, name)
  const createCertificate = (name: string, extraArgs: string[]) =>
    run('openssl', [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' '),
      ...['-subj', `/CN=${name}`, '-keyout', pathOf(`${name}.key`), '-out', pathOf(`${name}.pem`)].concat(extraArgs),
    ])
  await createCertificate('authority', [])
  return {
    ca: await readFile(pathOf('authority.pem'), 'utf8'),
    async issueCertificate(subject: string) {
      const signerArgs = ['-CA', pathOf('authority.pem'), '-CAkey', pathOf('authority.key')]
      await createCertificate('receiver', [...signerArgs, '-addext', `subjectAltName=${subject}`])
      return {
        cert: await readFile(pathOf('receiver.pem'), 'utf8'),
        key: await readFile(pathOf('receiver.key'), 'utf8'),
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
