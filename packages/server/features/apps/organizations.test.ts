import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope } from '@onair/contract'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { approveOrganization } from './organizations.ts'
import { registerApp } from './register-app.ts'

const appFields = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'org-1' }

describe('organizations', () => {
  test('the drops scope requires an approved organization that the owner represents', async () => {
    await using testApp = await openTestApp()
    const { deps } = testApp
    await assert.rejects(registerApp(appFields, deps), /organizationId: no approved organization/)

    const { channelId } = await testApp.act('createPerson', { channelName: 'a' })
    const outsider = await testApp.act('createPerson', { channelName: 'b', organizationId: 'org-2' })
    await approveOrganization({ organizationId: 'org-1', name: 'Games', channelId }, deps)
    await assert.rejects(
      registerApp({ ...appFields, ownerChannelId: outsider.channelId }, deps),
      /is not the representative of this/,
    )

    const { clientId } = await registerApp({ ...appFields, ownerChannelId: channelId }, deps)
    const scopes = await deps.db.read
      .selectFrom('app_scope')
      .select('scope')
      .where('client_id', '=', clientId)
      .execute()
    assert.ok(scopes.some(({ scope }) => scope === dropsScope))
  })

  test('approval requires an existing person and a valid name and id', async () => {
    await using testApp = await openTestApp()
    const approve = (fields: object) =>
      approveOrganization({ organizationId: 'org-1', name: 'Games', ...fields }, testApp.deps)
    await assert.rejects(approve({ channelId: 'unknown' }), /channelId: no account unknown/)
    await assert.rejects(approve({ organizationId: ' ' }), /organizationId: is empty/)
    await assert.rejects(approve({ name: 'a\0' }), /name: /)
  })
})
