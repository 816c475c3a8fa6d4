import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../testing/scene.ts'
import { invalidToken, openAuth, refusalIn } from './testing.ts'

const racers = 50
const rounds = 20

/** Everyone at once; all but the winners must have been refused with INVALID_TOKEN. Answers the winners. */
async function race(run: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: racers }, run))
  for (const answer of answers) if (answer.status !== 200) assert.deepEqual(refusalIn(answer), invalidToken)
  return answers.filter(({ status }) => status === 200)
}

test('of fifty who exchange one code at once exactly one wins, and the second use ends what it won', async () => {
  await using auth = await openAuth()
  for (let round = 0; round < rounds; round++) {
    const code = await auth.newCode()
    const winners = await race(() => auth.exchange(code))
    assert.equal(winners.length, 1)
    assert.equal(await auth.isAlive(winners[0]?.body.content.accessToken), false)
  }
})

test('of fifty who use one refresh token at once exactly one wins, and the second use ends what it won', async () => {
  await using auth = await openAuth()
  const { clientId } = auth.client
  for (let round = 0; round < rounds; round++) {
    const { refreshToken } = await auth.play('POST', '/grants', { clientId, channelId: auth.channelId })
    const winners = await race(() => auth.refresh(refreshToken))
    assert.equal(winners.length, 1)
    assert.equal(await auth.isAlive(winners[0]?.body.content.accessToken), false)
  }
})

test('no token is alive once a revocation was answered, whatever was exchanged and refreshed in the same moment', async () => {
  await using auth = await openAuth()
  const { clientId } = auth.client
  for (let round = 0; round < rounds; round++) {
    const sets = []
    for (let made = 0; made < 4; made++)
      sets.push(await auth.play('POST', '/grants', { clientId, channelId: auth.channelId }))
    const codes = [await auth.newCode(), await auth.newCode(), await auth.newCode(), await auth.newCode()]
    const [revoked, ...answers] = await Promise.all([
      auth.revoke(sets[0].accessToken),
      ...sets.map(({ refreshToken }) => auth.refresh(refreshToken)),
      ...codes.map((code) => auth.exchange(code)),
    ])
    assert.equal(revoked?.status, 200)
    const issued = answers.filter(({ status }) => status === 200).map(({ body }) => body.content)
    for (const { accessToken, refreshToken } of [...sets, ...issued]) {
      assert.equal(await auth.isAlive(accessToken), false)
      assert.deepEqual(refusalIn(await auth.refresh(refreshToken)), invalidToken)
    }
  }
})
