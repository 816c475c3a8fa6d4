import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('commands that moderate', () => {
  test('block a network, end a live, give the verified mark and invite people', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    await program.ready()
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommandHere([...args, ...dir])
      return code === 0 ? stdout.trim() : stderr.trim()
    }
    assert.equal(await run('network', 'list'), 'No network is blocked.')
    assert.match(await run('network', 'block', 'nonsense', '--reason', 'spam'), /network/)
    assert.equal(
      await run('network', 'block', '203.0.113.7', '--reason', 'spam', '--hours', '2', '--json'),
      JSON.stringify({ network: '203.0.113.7/32', seconds: 7200 }),
    )
    const [{ network, reason }] = JSON.parse(await run('network', 'list', '--json'))
    assert.deepEqual([network, reason], ['203.0.113.7/32', 'spam'])
    assert.equal(await run('network', 'unblock', '203.0.113.7/32'), '203.0.113.7/32 is not blocked.')
    assert.match(await run('network', 'unblock', '203.0.113.7/32'), /not blocked/)

    const renamed = JSON.parse(await run('account', 'rename', 'streamer', ' 새 이름 ', '--json'))
    assert.equal(renamed.channelName, '새 이름')
    assert.match(await run('account', 'rename', 'streamer', ' '), /channelName/)
    const app = ['app', 'create', '--name', 'Bot', '--redirect-uri', 'https://example.com', '--owner-channel-id']
    const { clientId } = JSON.parse(await run(...app, 'streamer', '--json'))
    assert.match(
      await run('app', 'transfer', clientId, '--to', 'viewer'),
      /^Application \S+ belongs to [0-9a-f]{32}\.$/,
    )
    assert.match(await run('app', 'transfer', 'unknown', '--to', 'viewer'), /clientId/)
    assert.match(await run('app', 'transfer', clientId), /--to or --to-team/)

    assert.equal(await run('live', 'list'), 'No channel is live.')
    assert.deepEqual(JSON.parse(await run('live', 'list', '--json')).data, [])
    assert.match(await run('live', 'end', 'streamer', '--reason', 'spam'), /not live/)
    assert.equal(JSON.parse(await run('account', 'verified-mark', 'streamer', '--json')).verifiedMark, true)
    assert.match(await run('account', 'verified-mark', 'streamer', '--remove'), /has no verified mark\.$/)

    assert.equal(JSON.parse(await run('account', 'let-stream', 'streamer', '--json')).mayStream, true)
    assert.match(await run('account', 'let-stream', 'streamer', '--remove'), /is not approved as a streamer\.$/)
    for (const decision of ['approve', 'refuse'])
      assert.match(await run('account', decision, 'streamer'), /does not wait for approval/)
    assert.match(await run('account', 'invite', '--uses', '3'), /\/sign-up\?invitation=[\w-]{20,}$/)
    assert.match(await run('account', 'invite', '--uses', '0'), /--uses must be an integer from 1 to 1000/)
  })
})
