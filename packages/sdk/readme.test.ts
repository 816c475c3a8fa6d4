import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSnippets, runSnippet } from '../../tests/support/doc-snippets.ts'
import { openTestChannel } from '../../tests/support/test-channel.ts'

describe('packages/sdk/README.md', () => {
  test('the examples run, also with an expired token', async () => {
    await using testChannel = await openTestChannel()
    const { clientId, clientSecret } = testChannel.client
    const env = {
      BASE: testChannel.url,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      TOKEN: testChannel.token,
      REFRESH_TOKEN: testChannel.refreshToken,
    }
    testChannel.clock.advance(86_400_000)
    await using program = runSnippet(readSnippets('packages/sdk/README.md', 'ts').join('\n'), { env })
    assert.equal(await program.next(), "[ 'accessToken', 'refreshToken' ]")
    assert.equal(await program.next(), '방송인')
    assert.equal(await program.next(), '400 잘못된 값을 입력했습니다. undefined')
  })
})
