import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createTempFolder, findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { findProgram, startProgram } from '../support/programs/program.ts'
import { openSandboxApp } from '../support/apps/sandbox-app.ts'

/** Runs a script in which `onair` is the command, and returns its output. */
async function runInShell(script: string, env: Record<string, string> = {}) {
  const shell = `set -o pipefail; onair() { '${process.execPath}' '${findProgram('main')}' "$@"; }; ${script}`
  return promisify(execFile)('bash', ['--norc', '-c', shell], { env: { PATH: process.env['PATH'], ...env } })
}

describe('a reader of the output that has ended', () => {
  test('does not matter to a server, which SIGTERM ends with code 0', async () => {
    using folder = await createDataDirectory()
    const script = `'${process.execPath}' '${findProgram('main')}' serve --port 0 --data-dir '${folder.path}' 2>&1 | grep -m1 'is ready'; exit \${PIPESTATUS[0]}`
    const shell = spawn('bash', ['--norc', '-c', script], {
      env: { PATH: process.env['PATH'], ONAIR_LOG_LEVEL: 'info', ONAIR_ARGON_MEMORY_KIB: '8' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(shell, 'close')
    await once(createInterface({ input: shell.stdout }), 'line', { signal: AbortSignal.timeout(60_000) })
    const [server] = findProcesses(folder.path).filter(({ args }) => args.startsWith(process.execPath))
    process.kill(server!.pid, 'SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })

  test('ends a command without a stack trace, with code 0', async () => {
    await using app = await openSandboxApp({ demo: true })
    for (const command of ['onair logs --full', 'onair env', 'onair people --json'])
      assert.deepEqual(await runInShell(`${command} | true`, { ONAIR_URL: app.url }), { stdout: '', stderr: '' })
  })
})

describe('--exit-with-stdin', () => {
  test('SIGTERM ends the server with code 0 while standard input is open', async () => {
    using folder = createTempFolder()
    const args = ['serve', '--port', '0', '--json', '--ephemeral', '--exit-with-stdin']
    await using program = startProgram(args, { TMPDIR: folder.path })
    await program.ready()
    const { code } = await program.stop()
    assert.deepEqual([code, findProcesses(folder.path)], [0, []])
  })
})

test('a folder for temporary files that does not exist is one sentence that says what to set', async () => {
  using folder = createTempFolder()
  const missing = join(folder.path, 'missing')
  const program = spawn(process.execPath, [findProgram('main'), '--ephemeral', '--port', '0', '--json'], {
    env: { PATH: process.env['PATH'], TMPDIR: missing },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, [code]] = await Promise.all([text(program.stderr), once(program, 'close')])
  assert.deepEqual(
    [code, stderr],
    [
      1,
      `onair: Cannot create a folder in ${missing}, the folder for temporary files: ENOENT. Set TMPDIR to another.\n`,
    ],
  )
})
