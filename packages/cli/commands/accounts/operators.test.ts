import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('onair operator', () => {
  test('grants, lists and revokes roles, prints a link, and keeps the last operator', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    await program.ready()
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommandHere(['operator', ...args, ...dir])
      return code === 0 ? stdout.trim() : stderr.trim()
    }
    const list = async () => JSON.parse(await run('list', '--json')).data.map(({ role }: { role: string }) => role)
    assert.match(await run('list'), /has no operator/)
    assert.match(await run('grant', 'streamer'), /has the role OPERATOR\.$/)
    assert.match(await run('grant', 'viewer', '--role', 'MODERATOR'), /has the role MODERATOR\.$/)
    assert.deepEqual(await list(), ['OPERATOR', 'MODERATOR'])
    assert.match(await run('grant', 'nobody@example.com'), /There is no account/)
    assert.match(await run('revoke', 'streamer'), /last operator/)
    assert.match(await run('revoke', 'viewer'), /has no role\.$/)
    assert.deepEqual(await list(), ['OPERATOR'])
    assert.match(await run('invite', '--role', 'MODERATOR'), /\/admin\/join#[\w-]{20,}$/)
  })
})
