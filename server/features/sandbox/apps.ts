import { sandboxPeople } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { registerApp } from '../apps/register-app.ts'
import { knownChannel } from '../channels/known-channel.ts'

export const makeAnApp = handle(sandboxPeople.makeApp, async ({ body }, world) => {
  if (body.ownerChannelId !== undefined) await knownChannel('ownerChannelId', body.ownerChannelId, world)
  return registerApp(body, world)
})
