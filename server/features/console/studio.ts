import { consoleStudio } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { badField, Refusal } from '../../kit/refusal.ts'
import { endWebSession } from '../accounts/web-session.ts'
import { categoriesNamed, categoryOf } from '../categories/search-categories.ts'
import { goLive } from '../lives/go-live.ts'
import { goOffline } from '../lives/go-offline.ts'
import { titleShown } from '../lives/live-rules.ts'
import { putSettingOf, settingOf } from '../lives/live-settings.ts'
import { rotateStreamKey, streamKeyOf } from '../lives/stream-key.ts'
import { loadOverview } from './overview-store.ts'

export const readMe = handle(consoleStudio.readMe, async ({ caller }) => ({
  channelId: caller.channelId,
  channelName: caller.channelName,
  email: caller.email,
  identityVerified: caller.identityVerified,
}))

export const signOutHere = handle(consoleStudio.signOut, async ({ caller }, world) => {
  await endWebSession(caller, world)
  return null
})

export const readOverview = handle(consoleStudio.readOverview, async ({ caller }, { config, db }) => {
  const { liveId, openedAt, viewers, ...channel } = await loadOverview(db.read, caller.channelId)
  const liveTitle = titleShown(channel.chosenTitle, channel.channelName)
  return {
    live: liveId === null || openedAt === null ? null : { liveId, liveTitle, openedDate: utcSecond(openedAt), viewers },
    followers: channel.followers,
    subscribers: channel.subscribers,
    hasTitle: channel.chosenTitle !== null,
    hasCategory: channel.categoryId !== null,
    hasStreamKey: channel.hasStreamKey,
    ingestUrl: config.ingestUrl,
  }
})

export const putOnAir = handle(consoleStudio.goLive, async ({ caller: { channelId }, body: { liveTitle } }, world) => ({
  liveId: await goLive({ channelId, liveTitle }, world),
}))

export const takeOffAir = handle(consoleStudio.goOffline, async ({ caller }, world) => {
  const liveId = await goOffline(caller.channelId, world)
  if (liveId === null) throw new Refusal('notFound', 'NOT_LIVE')
  return { liveId }
})

export const readSetting = handle(consoleStudio.readSetting, async ({ caller }, { db }) => {
  const { category, englishName, ...shown } = await settingOf(caller.channelId, db.read)
  return { ...shown, category: category && { ...category, englishName: englishName ?? category.categoryValue } }
})

export const searchInBothLanguages = handle(consoleStudio.searchCategories, async ({ query }, { db }) => ({
  data: (await categoriesNamed(query, db)).map((found) => ({ ...categoryOf(found), englishName: found.name_en })),
}))

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
