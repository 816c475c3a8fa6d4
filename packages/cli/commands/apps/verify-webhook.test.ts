import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'
import { secret, signedMessage } from '../../../../tests/support/clients/signed-message.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

const { headers, body } = signedMessage()
const env = { ONAIR_CLIENT_SECRET: secret }

/** A folder with the headers as lines and as JSON, and the body. */
function writeMessageFiles(overrides: { headers?: Record<string, string>; body?: Buffer } = {}) {
  const folder = createTempFolder()
  const writeFile = (name: string, content: string | Buffer) => {
    writeFileSync(`${folder.path}/${name}`, content)
    return `${folder.path}/${name}`
  }
  const all = overrides.headers ?? headers
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return {
    lines: writeFile('headers.txt', ['POST /hook HTTP/1.1', ...lines, ''].join('\r\n')),
    json: writeFile('headers.json', JSON.stringify(all)),
    body: writeFile('body', overrides.body ?? body),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

describe('onair webhook verify', () => {
  test('reports a matching signature with exit code 0, for headers as lines or JSON', async () => {
    using files = writeMessageFiles()
    for (const given of [files.lines, files.json]) {
      const { code, stdout, stderr } = await runCommandHere(
        ['webhook', 'verify', '--headers', given, '--body', files.body],
        env,
      )
      assert.deepEqual([code, stdout, stderr], [0, 'The signature matches.\n', ''])
    }
  })

  test('reports a match with the newer secret while the secret of an endpoint is rotated', async () => {
    const renewed = signedMessage({ key: 'renewed' }).headers['Svc-Event-Message-Signature'] ?? ''
    using files = writeMessageFiles({ headers: { ...headers, 'Svc-Event-Message-Signature-New': renewed } })
    const args = ['webhook', 'verify', '--headers', files.lines, '--body', files.body]
    for (const [secret, code] of [
      ['renewed', 0],
      ['third', 1],
    ] as const)
      assert.equal((await runCommandHere(args, { ONAIR_CLIENT_SECRET: secret })).code, code)
  })

  test('explains a mismatch, with exit code 1', async () => {
    using files = writeMessageFiles({ body: Buffer.from(`${String(body)}\n`) })
    const args = ['webhook', 'verify', '--headers', files.lines, '--body', files.body]
    const { code, stdout } = await runCommandHere(args, env)
    assert.equal(code, 1)
    assert.match(stdout, /^The signature does not match\.\n- trailing newline: The body ends with a line break.*\n$/)
    const { findings } = JSON.parse((await runCommandHere([...args, '--json'], { ONAIR_CLIENT_SECRET: 'x' })).stdout)
    assert.deepEqual(
      findings.map((finding: { mistake: string }) => finding.mistake),
      ['wrong secret'],
    )
  })

  test('reads the body from standard input and headers from options', async () => {
    const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
    const verifying = spawn(process.execPath, [main, 'webhook', 'verify', '--json', ...given], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let stdout = ''
    verifying.stdout.on('data', (text) => (stdout += String(text)))
    verifying.stdin.end(body)
    const [code] = (await once(verifying, 'close')) as [number]
    assert.deepEqual([code, JSON.parse(stdout)], [0, { matches: true, findings: [] }])
  })

  test('checks --computed even if the signature matches', async () => {
    using files = writeMessageFiles()
    const computed = headers['Svc-Event-Message-Signature']?.toUpperCase() ?? ''
    const args = ['webhook', 'verify', '--headers', files.json, '--body', files.body, '--computed', computed]
    const { code, stdout } = await runCommandHere(args, env)
    assert.equal(code, 1)
    assert.match(stdout, /^The signature does not match\.\n- no sha256=: .*\n- upper-case hex: .*\n$/)
  })

  test('reports another header prefix and missing headers', async () => {
    using other = writeMessageFiles(signedMessage({ prefix: 'Chzzk-' }))
    const args = ['webhook', 'verify', '--body', other.body, '--headers', other.lines]
    const { code, stdout } = await runCommandHere(args, env)
    assert.equal(code, 1)
    assert.match(stdout, /- header prefix: .* begin with "Chzzk-", and not with "Svc-"\.\n$/)
    assert.equal((await runCommandHere([...args, '--prefix', 'chzzk-'], env)).code, 0)

    const { 'Svc-Event-Message-Id': _, ...without } = headers
    using fewer = writeMessageFiles({ headers: without })
    const fewerResult = await runCommandHere(['webhook', 'verify', '--body', fewer.body, '--headers', fewer.json], env)
    assert.match(fewerResult.stdout, /- missing header: There is no header …Event-Message-Id\.\n$/)
  })

  test('requires ONAIR_CLIENT_SECRET and readable files', async () => {
    for (const [args, givenEnv, message] of [
      [[], {}, 'webhook verify requires the client secret in the environment variable ONAIR_CLIENT_SECRET.'],
      [['--headers', '/nowhere/headers'], env, 'Cannot read the file /nowhere/headers.'],
    ] as const) {
      const { code, stderr } = await runCommandHere(['webhook', 'verify', ...args], givenEnv)
      assert.deepEqual([code, stderr], [2, `onair: ${message} See onair webhook verify --help.\n`])
    }
  })
})
