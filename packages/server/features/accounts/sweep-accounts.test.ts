import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openIdentityTestApp } from '../../../../tests/support/apps/identity-test-app.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { signOut } from '../../../../tests/support/clients/page-forms.ts'
import { setChannelEnded } from './account-store.ts'
import { decideSignUps } from './approval/decide-sign-ups.ts'
import { insertSignUpRequest } from './approval/sign-up-request-store.ts'
import { insertWebSession } from './sign-in/web-session-store.ts'
import { sweepOldRows } from '../../worker/old-rows-store.ts'
import { sweepAccounts } from './sweep-accounts.ts'

const idleTime = 14 * 86_400_000

describe('sweepAccounts', () => {
  test('deletes sessions and identity checks when they expire, and not before', async () => {
    await using testApp = await openIdentityTestApp()
    const { clock, deps } = testApp
    const sweepAndListRows = async () => {
      await sweepOldRows('expired-secrets', deps)
      const sessions = await deps.db.read.selectFrom('web_session').select('token_hash').execute()
      const checks = await deps.db.read.selectFrom('identity_check').select('session_hash').execute()
      return [sessions.length, checks.length]
    }
    const person = await testApp.createSignedInPerson()
    await person.verifyAs('alice')
    clock.advance(599_999)
    assert.deepEqual(await sweepAndListRows(), [1, 1])
    clock.advance(1)
    assert.deepEqual(await sweepAndListRows(), [1, 0])
    await person.verifyAs('alice')
    clock.advance(idleTime - 1)
    assert.deepEqual(await sweepAndListRows(), [1, 0])
    clock.advance(1)
    assert.deepEqual(await sweepAndListRows(), [0, 0])
  })

  test('signing out deletes the identity check of the session', async () => {
    await using testApp = await openIdentityTestApp()
    const person = await testApp.createSignedInPerson()
    await person.verifyAs('alice')
    assert.equal((await signOut(testApp, person)).status, 302)
    assert.deepEqual(await testApp.deps.db.read.selectFrom('identity_check').selectAll().execute(), [])
  })

  test('never deletes an account that is approved at the same time', async () => {
    await using testApp = await openTestApp()
    const { clock, deps } = testApp
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        testApp.act('createPerson', {
          channelName: `방송인 ${at}`,
          email: `person${at}@example.com`,
          password: 'correct horse',
        }),
      ),
    )
    const channelIds = people.map(({ channelId }): string => channelId)
    await deps.db.transaction(async (tx) => {
      for (const channelId of channelIds) {
        await insertSignUpRequest(tx, { channelId, text: '', now: clock.now() })
        await setChannelEnded(tx, channelId, clock.now())
      }
    })
    await decideSignUps({ channelIds, isApproved: false }, deps)
    clock.advance(7 * 86_400_000)
    const approve = async (channelId: string) =>
      (await decideSignUps({ channelIds: [channelId], isApproved: true }, deps)) === 1
    const [approved] = await Promise.all([
      Promise.all(channelIds.map(approve)),
      ...Array.from({ length: 5 }, () => sweepAccounts(deps)),
    ])
    const expected = channelIds.filter((_, at) => approved[at] === true).toSorted()
    const kept = await deps.db.read.selectFrom('account').select('channel_id').orderBy('channel_id').execute()
    assert.deepEqual(kept.map((row) => row.channel_id).toSorted(), expected)
  })

  test('deletes more rows than one batch in one run', async () => {
    await using testApp = await openIdentityTestApp()
    const { clock, deps } = testApp
    const { channelId } = await testApp.createSignedInPerson()
    const now = clock.now()
    await deps.db.transaction(async (tx) => {
      for (let at = 0; at < 2_500; at++) {
        const token_hash = deps.random.bytes(32)
        await insertWebSession(tx, {
          token_hash,
          id: deps.random.uuid(),
          channel_id: channelId,
          created_at: now - 2,
          last_used_at: now - 2,
          password_verified_at: now - 2,
          second_factor_at: null,
          expires_at: now - 1,
          latest_expiry_at: now - 1,
          user_agent: null,
          network: null,
        })
      }
    })
    await sweepOldRows('expired-secrets', deps)
    assert.equal((await deps.db.read.selectFrom('web_session').selectAll().execute()).length, 1)
  })
})
