import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropsScope } from '@onair/contract'
import { openScene } from '../../testing/scene.ts'
import { approveOrganization } from './organizations.ts'
import { registerApp } from './register-app.ts'

const bot = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'org-1' }

test('the drops scope needs an organization that an operator approved, and an owner who is verified for it', async () => {
  await using scene = await openScene()
  const { world } = scene
  await assert.rejects(registerApp(bot, world), /organizationId: there is no approved organization/)

  const { channelId } = await scene.play('POST', '/people', { channelName: 'a' })
  const stranger = await scene.play('POST', '/people', { channelName: 'b', organizationId: 'org-2' })
  await approveOrganization({ organizationId: 'org-1', name: 'Games', channelId }, world)
  await assert.rejects(registerApp({ ...bot, ownerChannelId: stranger.channelId }, world), /is not verified for this/)

  const { clientId } = await registerApp({ ...bot, ownerChannelId: channelId }, world)
  const scopes = await world.db.read.selectFrom('app_scope').select('scope').where('client_id', '=', clientId).execute()
  assert.ok(scopes.some(({ scope }) => scope === dropsScope))
})

test('an organization is approved for a person who exists, under a name that can be kept', async () => {
  await using scene = await openScene()
  const approve = (given: object) =>
    approveOrganization({ organizationId: 'org-1', name: 'Games', ...given }, scene.world)
  await assert.rejects(approve({ channelId: 'nobody' }), /channelId: there is no such person/)
  await assert.rejects(approve({ organizationId: ' ' }), /organizationId: empty/)
  await assert.rejects(approve({ name: 'a\0' }), /name: /)
})
