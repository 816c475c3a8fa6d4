import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeIn, runCode } from '../../server/testing/page-code.ts'
import { openStudio } from '../../server/testing/studio.ts'

test('the calls of contract/README.md work as they stand, also with a token that expired', async () => {
  await using studio = await openStudio()
  const { clientId, clientSecret } = studio.client
  const env = {
    BASE: studio.url,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TOKEN: studio.token,
    REFRESH_TOKEN: studio.refreshToken,
  }
  studio.clock.advance(86_400_000)
  await using program = runCode(codeIn('contract/README.md', 'ts').join('\n'), { env })
  assert.equal(await program.next(), "[ 'accessToken', 'refreshToken' ]")
  assert.equal(await program.next(), '방송인')
  assert.equal(await program.next(), '400 잘못된 값을 입력했습니다. undefined')
})
