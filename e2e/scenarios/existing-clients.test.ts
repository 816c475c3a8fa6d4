import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createTempFolder } from '../../server/infra/db/embedded/test-helpers.ts'
import { readSnippets } from '../../server/test/doc-snippets.ts'
import { namespaceUnavailable, runInNamespace } from './network-namespace.ts'

const root = new URL('../..', import.meta.url)
const page = readFileSync(new URL('docs/existing-clients.md', root), 'utf8')
const [, tlsCommand = ''] = readSnippets('docs/existing-clients.md', 'sh')

describe('docs/existing-clients.md', () => {
  test(
    'clients of the registry run unmodified, with the commands of the page',
    { skip: namespaceUnavailable, timeout: 120_000 },
    async () => {
      using folder = createTempFolder()
      const { PATH = '', HOME = '' } = process.env
      const DATA_DIR = join(folder.path, 'data')
      const { stdout } = await promisify(execFile)('sh', ['-c', `${tlsCommand.trim()} --json`], {
        cwd: root,
        env: { PATH, HOME, DATA_DIR },
        timeout: 30_000,
      })
      const { hostsLine, caFile } = JSON.parse(stdout) as { hostsLine: string; caFile: string }
      assert.ok(page.includes(`\n${hostsLine}\n`), `the page has the line ${hostsLine}`)
      const hostsFile = join(folder.path, 'hosts')
      writeFileSync(hostsFile, `127.0.0.1 localhost\n${hostsLine}\n`)

      const program = join(import.meta.dirname, 'existing-clients-program.ts')
      const { code, stderr } = await runInNamespace([process.execPath, program], {
        hostsFile,
        env: { DATA_DIR, NODE_EXTRA_CA_CERTS: caFile },
        timeout: 90_000,
      })
      assert.equal(code, 0, stderr)
    },
  )
})
