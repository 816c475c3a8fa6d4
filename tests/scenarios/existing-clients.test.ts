import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { readSnippets } from '../support/clients/doc-snippets.ts'
import { namespaceUnavailable, runInNamespace } from '../support/programs/network-namespace.ts'

// About the commands of the page, which start one process with `npm start`. old-clients.test.ts also runs on six processes.

const root = new URL('../..', import.meta.url)
const page = readFileSync(new URL('docs/existing-clients.md', root), 'utf8')
const [, tlsCommand = ''] = readSnippets('docs/existing-clients.md', 'sh')

const python = [
  "import sys; sys.path.append('packages/testing/python')",
  'from onair_testing.listener import why_not_python_socketio',
  "print(why_not_python_socketio() or '')",
].join('\n')
const { status, stdout: reason } = spawnSync('python3', ['-c', python], { cwd: root, encoding: 'utf8' })
const withoutPythonClient = status === 0 ? reason.trim() || false : 'python3 is not installed'

describe('docs/existing-clients.md', () => {
  test(
    'clients of the registry run unmodified, with the commands of the page',
    { skip: namespaceUnavailable, timeout: 300_000 },
    () => runClients(),
  )

  test(
    'python-socketio runs the script of the page',
    { skip: namespaceUnavailable || withoutPythonClient, timeout: 300_000 },
    () => runClients('python'),
  )
})

async function runClients(...args: string[]) {
  using folder = createTempFolder()
  const { PATH = '', HOME = '', PYTHONPATH = '' } = process.env
  const ONAIR_DATA_DIR = join(folder.path, 'data')
  const { stdout } = await promisify(execFile)('sh', ['-c', `${tlsCommand.trim()} --json`], {
    cwd: root,
    env: { PATH, HOME, ONAIR_DATA_DIR },
    timeout: 60_000,
  })
  const { hostsLine, caFile } = JSON.parse(stdout) as { hostsLine: string; caFile: string }
  assert.ok(page.includes(`\n${hostsLine}\n`), `the page has the line ${hostsLine}`)
  const hostsFile = join(folder.path, 'hosts')
  writeFileSync(hostsFile, `127.0.0.1 localhost\n${hostsLine}\n`)

  const program = join(import.meta.dirname, 'existing-clients-program.ts')
  const caFiles = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'WEBSOCKET_CLIENT_CA_BUNDLE']
  const { code, stderr } = await runInNamespace([process.execPath, program, ...args], {
    hostsFile,
    env: { ONAIR_DATA_DIR, PYTHONPATH, ...Object.fromEntries(caFiles.map((name) => [name, caFile])) },
    timeout: 240_000,
  })
  assert.equal(code, 0, stderr)
}
