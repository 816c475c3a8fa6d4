import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../testing/program.ts'
import { secret, signedMessage } from '../testing/signed-message.ts'
import { newFolder } from '../world/db/embedded/testing.ts'

const { headers, body } = signedMessage()
const env = { CLIENT_SECRET: secret }

/** A folder with the headers as lines and as JSON, and the body. */
function kept(given: { headers?: Record<string, string>; body?: Buffer } = {}) {
  const folder = newFolder()
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(`${folder.path}/${name}`, content)
    return `${folder.path}/${name}`
  }
  const all = given.headers ?? headers
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return {
    lines: file('headers.txt', ['POST /hook HTTP/1.1', ...lines, ''].join('\r\n')),
    json: file('headers.json', JSON.stringify(all)),
    body: file('body', given.body ?? body),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('a notification whose signature matches is told so, from lines or JSON, with exit code 0', async () => {
  using files = kept()
  for (const given of [files.lines, files.json]) {
    const { code, out, said } = await runProgram(['webhook', 'verify', '--headers', given, '--body', files.body], env)
    assert.deepEqual([code, out, said], [0, 'The signature matches.\n', ''])
  }
})

test('one that does not match is told with the reason, with exit code 1', async () => {
  using files = kept({ body: Buffer.from(`${String(body)}\n`) })
  const args = ['webhook', 'verify', '--headers', files.lines, '--body', files.body]
  const { code, out } = await runProgram(args, env)
  assert.equal(code, 1)
  assert.match(out, /^The signature does not match\.\n- trailing newline: A line end .*\n$/)
  const { findings } = JSON.parse((await runProgram([...args, '--json'], { CLIENT_SECRET: 'x' })).out)
  assert.deepEqual(
    findings.map((finding: { cause: string }) => finding.cause),
    ['wrong secret'],
  )
})

test('the body is read from standard input, byte by byte, and headers from options', async () => {
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const doctor = spawn(process.execPath, [main, 'webhook', 'verify', '--json', ...given], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let out = ''
  doctor.stdout.on('data', (text) => (out += String(text)))
  doctor.stdin.end(body)
  const [code] = (await once(doctor, 'close')) as [number]
  assert.deepEqual([code, JSON.parse(out)], [0, { matches: true, findings: [] }])
})

test('what the own code made is judged beside a signature that matches', async () => {
  using files = kept()
  const computed = headers['Svc-Event-Message-Signature']?.toUpperCase() ?? ''
  const args = ['webhook', 'verify', '--headers', files.json, '--body', files.body, '--computed', computed]
  const { code, out } = await runProgram(args, env)
  assert.equal(code, 1)
  assert.match(out, /^The signature does not match\.\n- no sha256=: .*\n- upper-case hex: .*\n$/)
})

test('headers under another prefix, and headers that are missing, are told', async () => {
  using other = kept(signedMessage({ prefix: 'Chzzk-' }))
  const args = ['webhook', 'verify', '--body', other.body, '--headers', other.lines]
  const { code, out } = await runProgram(args, env)
  assert.equal(code, 1)
  assert.match(out, /- header prefix: .* begin with "Chzzk-", and not with "Svc-"\.\n$/)
  assert.equal((await runProgram([...args, '--prefix', 'chzzk-'], env)).code, 0)

  const { 'Svc-Event-Message-Id': _, ...without } = headers
  using fewer = kept({ headers: without })
  const told = await runProgram(['webhook', 'verify', '--body', fewer.body, '--headers', fewer.json], env)
  assert.match(told.out, /- missing header: There is no header …Event-Message-Id\.\n$/)
})

test('the doctor asks for the secret and for files that are there', async () => {
  for (const [args, given, told] of [
    [[], {}, 'webhook verify needs the client secret in the environment, as CLIENT_SECRET.'],
    [['--headers', '/nowhere/headers'], env, 'The file /nowhere/headers cannot be read.'],
  ] as const) {
    const { code, said } = await runProgram(['webhook', 'verify', ...args], given)
    assert.deepEqual([code, said], [2, `onair: ${told} Try onair webhook verify --help.\n`])
  }
})
