import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A certificate authority nobody else trusts, and a maker of certificates signed by it; all in PEM. */
export async function testAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  const file = (name: string) => join(folder, name)
  const make = (name: string, more: string[]) =>
    run('openssl', [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' '),
      ...['-subj', `/CN=${name}`, '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)].concat(more),
    ])
  await make('authority', [])
  return {
    ca: await readFile(file('authority.pem'), 'utf8'),
    async certificateFor(subject: string) {
      const signer = ['-CA', file('authority.pem'), '-CAkey', file('authority.key')]
      await make('receiver', [...signer, '-addext', `subjectAltName=${subject}`])
      return { cert: await readFile(file('receiver.pem'), 'utf8'), key: await readFile(file('receiver.key'), 'utf8') }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
