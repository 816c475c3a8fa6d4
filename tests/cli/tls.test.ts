import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { prepareLocalCertificate } from '@onair/server/infra/tls/local-certificate.ts'
import { portOf } from '../support/programs/port.ts'
import { runCommandHere, runProgram } from '../support/programs/program.ts'

const run = promisify(execFile)
const dayMs = 86_400_000
const defaultNames = ['localhost', '127.0.0.1', '::1']

/** The output of `onair tls --json`. */
type Printed = {
  names: string[]
  hostsLine: string | null
  caFile: string
  caBundleFile: string
  certificateFile: string
  keyFile: string
  expiresDate: string
  caExpiresDate: string
  isCaNew: boolean
}

async function runTls(dataDir: string, names: string[] = [], run = runCommandHere): Promise<Printed> {
  const options = names.flatMap((name) => ['--name', name])
  const { code, stdout, stderr } = await run(['tls', '--data-dir', dataDir, '--json', ...options])
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

const readCertificate = (file: string) => new X509Certificate(readFileSync(file))
const modeOf = (file: string) => statSync(file).mode & 0o777

/** An HTTPS server with the certificate of `onair tls`. */
async function startServer({ certificateFile, keyFile }: Printed) {
  const server = createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, (_, response) =>
    response.end('ok'),
  )
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Requests `https://name:port/` from 127.0.0.1. Returns `ok` or the error code. */
async function requestName(name: string, port: number, ca: string): Promise<string> {
  const servername = /^[\d.:]+$/.test(name) ? '' : name
  const headers = { host: name }
  const sent = request({ host: '127.0.0.1', port, servername, headers, ca, agent: false, checkServerIdentity })
  function checkServerIdentity(_host: string, { raw }: { raw: Buffer }) {
    const certificate = new X509Certificate(raw)
    const isValid = servername === '' ? certificate.checkIP(name) : certificate.checkHost(name)
    return isValid === undefined ? Object.assign(new Error(name), { code: 'WRONG_NAME' }) : undefined
  }
  try {
    const [response] = await once(sent.end(), 'response')
    return Buffer.concat(await response.toArray()).toString()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

const canRun = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

/** Clients that print the body of `$URL`, and their label in the text of `onair tls`. */
const clients = [
  {
    client: 'Node',
    label: 'Node',
    command: `'${process.execPath}' -e 'fetch(process.env.URL).then((r) => r.text()).then((t) => process.stdout.write(t))'`,
    isInstalled: () => true,
  },
  {
    client: 'Python',
    label: 'Python',
    command: `python3 -c 'import os, urllib.request as r; print(r.urlopen(os.environ["URL"]).read().decode(), end="")'`,
    isInstalled: () => canRun('python3', '--version'),
  },
  {
    client: 'requests of Python',
    label: 'Python',
    command: `python3 -c 'import os, requests; print(requests.get(os.environ["URL"]).text, end="")'`,
    isInstalled: () => canRun('python3', '-c', 'import requests'),
  },
  { client: 'curl', label: 'curl', command: 'curl -sS "$URL"', isInstalled: () => canRun('curl', '--version') },
  { client: 'Java', label: 'Java', command: 'java Get.java', isInstalled: () => canRun('javac', '-version') },
]

const javaProgram = `
public class Get {
  public static void main(String[] args) throws Exception {
    try (var body = new java.net.URL(System.getenv("URL")).openStream()) {
      System.out.write(body.readAllBytes());
      System.out.flush();
    }
  }
}
`

/** The lines of the text of `onair tls` for one kind of client. */
function printedCommands(text: string, label: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith(`  ${label} `))
  const rest = lines.slice(first + 1)
  const count = rest.findIndex((line) => !line.startsWith(' '.repeat(14)))
  return [lines[first]?.slice(14), ...rest.slice(0, count)].join('\n')
}

describe('onair tls', () => {
  test('creates a CA and a certificate that only this user can read', async () => {
    using folder = createTempFolder()
    const printed = await runTls(folder.path, ['Openapi.Example.com', '*.chat.example.com', '10.0.0.5', '2001:DB8::1'])
    const dir = join(folder.path, 'tls')
    assert.partialDeepStrictEqual(printed, {
      names: [...defaultNames, 'openapi.example.com', '*.chat.example.com', '10.0.0.5', '2001:db8::1'],
      hostsLine: '127.0.0.1 openapi.example.com',
      caFile: join(dir, 'ca.pem'),
      certificateFile: join(dir, 'certificate.pem'),
      isCaNew: true,
    })
    assert.equal(modeOf(dir), 0o700)
    for (const file of [printed.keyFile, join(dir, 'ca-key.pem')]) assert.equal(modeOf(file), 0o600)

    const [ca, certificate] = [readCertificate(printed.caFile), readCertificate(printed.certificateFile)]
    assert.deepEqual([ca.ca, ca.verify(ca.publicKey), certificate.ca], [true, true, false])
    assert.ok(certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
    assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 2_048)
    assert.notEqual(certificate.serialNumber, ca.serialNumber)
    assert.equal(Date.parse(printed.expiresDate), certificate.validToDate.getTime())
    assert.ok(certificate.validToDate.getTime() - certificate.validFromDate.getTime() < 398 * dayMs)
  })

  test('the certificate passes the strict checks of OpenSSL', { skip: !canRun('openssl', 'version') }, async () => {
    using folder = createTempFolder()
    const { caFile, certificateFile } = await runTls(folder.path)
    const checks = ['-x509_strict', '-purpose', 'sslserver', '-verify_hostname', 'localhost', '-check_ss_sig']
    const { stdout } = await run('openssl', ['verify', ...checks, '-CAfile', caFile, certificateFile])
    assert.equal(stdout, `${certificateFile}: OK\n`)
  })

  test('the printed text has the hosts line and the start command', async () => {
    using folder = createTempFolder()
    const args = ['tls', '--data-dir', folder.path]
    const plain = await runCommandHere(args)
    assert.ok(plain.stdout.startsWith('Created a CA. '), plain.stdout)
    assert.match(plain.stdout, /\n {2}npm start -- --tls\n/)
    assert.doesNotMatch(plain.stdout, /hosts/)
    const named = await runCommandHere([...args, '--name', 'openapi.example.com', '--name', 'auth.example.com'])
    assert.ok(named.stdout.startsWith('The certificate is valid until '), named.stdout)
    assert.match(named.stdout, /\n {2}127\.0\.0\.1 openapi\.example\.com auth\.example\.com\n/)
    assert.match(named.stdout, /\n {2}ONAIR_BASE_URL=https:\/\/openapi\.example\.com npm start -- --tls --port 443\n/)
  })

  test('a second run keeps the CA, the key and the names, adds names, and issues a certificate for another year', async () => {
    using folder = createTempFolder()
    const yearAgo = Date.now() - 365 * dayMs
    const { files } = await prepareLocalCertificate(folder.path, { names: ['one.example'], now: yearAgo })
    const read = () => [files.ca, files.caKey, files.key].map((file) => readFileSync(file, 'utf8'))
    const before = read()
    const second = await runTls(folder.path, ['two.example', 'one.example'])
    assert.deepEqual([second.isCaNew, second.names], [false, [...defaultNames, 'one.example', 'two.example']])
    assert.deepEqual(read(), before)
    assert.ok(Date.parse(second.expiresDate) > Date.now() + 396 * dayMs)
    assert.ok(readCertificate(second.certificateFile).verify(readCertificate(second.caFile).publicKey))
  })

  test('concurrent runs create one CA and one certificate with all names', async () => {
    using folder = createTempFolder()
    const names = ['a.example', 'b.example', 'c.example']
    const printed = await Promise.all(names.map((name) => runTls(folder.path, [name], runProgram)))
    assert.equal(printed.filter(({ isCaNew }) => isCaNew).length, 1)
    const last = await runTls(folder.path)
    assert.deepEqual(last.names.toSorted(), [...defaultNames, ...names].toSorted())
    assert.ok(readCertificate(last.certificateFile).verify(readCertificate(last.caFile).publicKey))
  })

  test('replaces a CA that ends within 30 days; no certificate outlives its CA', async () => {
    using folder = createTempFolder()
    const now = Date.now() - 3_600 * dayMs
    const old = await prepareLocalCertificate(folder.path, { names: ['one.example'], now })
    const late = await prepareLocalCertificate(folder.path, { names: [], now: old.caExpiresAt - 100 * dayMs })
    assert.deepEqual([late.isCaNew, late.expiresAt], [false, old.caExpiresAt])
    const next = await prepareLocalCertificate(folder.path, { names: [], now: old.caExpiresAt - 20 * dayMs })
    assert.deepEqual([next.isCaNew, next.names], [true, [...defaultNames, 'one.example']])
    assert.ok(readCertificate(next.files.certificate).verify(readCertificate(next.files.ca).publicKey))
  })

  test('a CA certificate without its key is refused in one line and stays', async () => {
    using folder = createTempFolder()
    const { caFile } = await runTls(folder.path)
    const keyFile = join(folder.path, 'tls', 'ca-key.pem')
    for (const damage of [() => writeFileSync(keyFile, 'no key'), () => rmSync(keyFile)]) {
      const before = readFileSync(caFile, 'utf8')
      damage()
      const { code, stdout, stderr } = await runCommandHere(['tls', '--data-dir', folder.path])
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(
        stderr.startsWith(`onair: ${caFile} and ${keyFile} cannot be read as a certificate with its key. `),
        stderr,
      )
      assert.equal(stderr.split('\n').length, 2)
      assert.equal(readFileSync(caFile, 'utf8'), before)
    }
  })

  for (const name of ['https://a.example', 'a.example:443', 'a b', '-a.example', '1.2', 'a.*.example', 'a..b', ''])
    test(`refuses the name "${name}"`, async () => {
      const { code, stderr } = await runCommandHere(['tls', '--name', name])
      assert.equal(code, 2)
      assert.ok(stderr.startsWith('onair: --name must be a host name or an IP address, such as '), stderr)
    })
})

describe('clients of the certificate', () => {
  test('Node accepts each name and refuses others', async () => {
    using folder = createTempFolder()
    const printed = await runTls(folder.path, ['openapi.example.com', '*.chat.example.com', '10.0.0.5'])
    await using server = await startServer(printed)
    const ca = readFileSync(printed.caFile, 'utf8')
    for (const name of [...defaultNames, 'openapi.example.com', 'one.chat.example.com', '10.0.0.5'])
      assert.equal(await requestName(name, server.port, ca), 'ok', name)
    for (const name of ['example.com', 'auth.example.com', 'two.one.chat.example.com', '10.0.0.6'])
      assert.equal(await requestName(name, server.port, ca), 'WRONG_NAME', name)
    const other = await runTls(join(folder.path, 'other'))
    assert.match(await requestName('localhost', server.port, readFileSync(other.caFile, 'utf8')), /SIGNATURE|CERT/)
  })

  for (const { client, label, command, isInstalled } of clients)
    test(`${client} accepts the certificate after the printed commands`, { skip: !isInstalled() }, async () => {
      using folder = createTempFolder()
      const printed = await runTls(folder.path)
      await using server = await startServer(printed)
      const { stdout: text } = await runCommandHere(['tls', '--data-dir', folder.path])
      writeFileSync(join(folder.path, 'Get.java'), javaProgram)
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, URL: `https://localhost:${server.port}/` }
      const runAfter = (setup: string) => run('sh', ['-ec', `${setup}\n${command}`], { cwd: folder.path, env })
      await assert.rejects(runAfter(''), /certificate|PKIX|fetch failed/i)
      assert.equal((await runAfter(printedCommands(text, label))).stdout, 'ok')
    })
})
