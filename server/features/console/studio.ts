import { consoleStudio } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { badField, Refusal } from '../../kit/refusal.ts'
import { goLive } from '../lives/go-live.ts'
import { goOffline } from '../lives/go-offline.ts'
import { putSettingOf, settingOf } from '../lives/live-settings.ts'
import { rotateStreamKey, streamKeyOf } from '../lives/stream-key.ts'

export const readMe = handle(consoleStudio.readMe, async ({ caller }) => ({
  channelId: caller.channelId,
  channelName: caller.channelName,
  email: caller.email,
  identityVerified: caller.identityVerified,
}))

export const putOnAir = handle(consoleStudio.goLive, async ({ caller: { channelId }, body: { liveTitle } }, world) => ({
  liveId: await goLive({ channelId, liveTitle }, world),
}))

export const takeOffAir = handle(consoleStudio.goOffline, async ({ caller }, world) => {
  const liveId = await goOffline(caller.channelId, world)
  if (liveId === null) throw new Refusal('notFound', 'the channel is not live')
  return { liveId }
})

export const readSetting = handle(consoleStudio.readSetting, ({ caller }, { db }) =>
  settingOf(caller.channelId, db.read),
)

export const changeSetting = handle(consoleStudio.changeSetting, async ({ caller, body }, world) => {
  await putSettingOf(caller.channelId, body, badField, world)
  return null
})

export const readOwnStreamKey = handle(consoleStudio.readStreamKey, async ({ caller }, world) => ({
  streamKey: await streamKeyOf(caller.channelId, world),
}))

export const makeAnotherStreamKey = handle(consoleStudio.rotateStreamKey, async ({ caller }, world) => ({
  streamKey: await rotateStreamKey(caller.channelId, world),
}))
