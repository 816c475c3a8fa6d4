import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram, startProgram } from '../testing/program.ts'
import { visitor } from '../testing/visitor.ts'
import { newFolder } from '../world/db/embedded/testing.ts'

test('an operator takes back that an account is verified, once, beside the running program', async () => {
  using folder = newFolder()
  const dir = ['--data-dir', folder.path]
  await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
  const { baseUrl } = await program.ready()
  const made = await runProgram(['people', 'make', '--identity-verified', '--json', '--url', baseUrl])
  const { channelId, email, password } = JSON.parse(made.out).content
  const browser = visitor(baseUrl)
  await browser.signIn(email, password)
  const isVerified = async () => (await browser.ask('GET', '/me')).body.content.identityVerified

  assert.equal(await isVerified(), true)
  const undo = () => runProgram(['identity', 'undo', channelId, ...dir])
  assert.deepEqual(await undo(), { code: 0, out: `The identity of ${channelId} is verified no more.\n`, said: '' })
  assert.equal(await isVerified(), false)
  const again = await undo()
  assert.deepEqual([again.code, again.out], [1, ''])
  assert.equal(again.said, `onair: there is no account ${channelId} whose identity is verified\n`)
})
