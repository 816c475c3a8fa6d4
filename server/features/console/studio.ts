import { consoleStudio } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { endWebSession } from '../accounts/web-session.ts'
import { findCategoriesByName, toCategory } from '../categories/search-categories.ts'
import { goLive } from '../lives/go-live.ts'
import { goOffline } from '../lives/go-offline.ts'
import { displayTitle } from '../lives/live-rules.ts'
import { saveLiveSetting, loadLiveSetting } from '../lives/live-settings.ts'
import { rotateStreamKey, loadOrCreateStreamKey } from '../lives/stream-key.ts'
import { loadOverview } from './overview-store.ts'

export const readMe = defineHandler(consoleStudio.getMe, async ({ caller }) => ({
  channelId: caller.channelId,
  channelName: caller.channelName,
  email: caller.email,
  identityVerified: caller.identityVerified,
}))

export const signOut = defineHandler(consoleStudio.signOut, async ({ caller }, deps) => {
  await endWebSession(caller, deps)
  return null
})

export const readOverview = defineHandler(consoleStudio.getOverview, async ({ caller }, { config, db }) => {
  const { liveId, openedAt, viewers, ...channel } = await loadOverview(db.read, caller.channelId)
  const liveTitle = displayTitle(channel.chosenTitle, channel.channelName)
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

export const putOnAir = defineHandler(
  consoleStudio.goLive,
  async ({ caller: { channelId }, body: { liveTitle } }, deps) => ({
    liveId: await goLive({ channelId, liveTitle }, deps),
  }),
)

export const takeOffAir = defineHandler(consoleStudio.goOffline, async ({ caller }, deps) => {
  const liveId = await goOffline(caller.channelId, deps)
  if (liveId === null) throw new Refusal('notFound', 'NOT_LIVE')
  return { liveId }
})

export const readSetting = defineHandler(consoleStudio.getSetting, async ({ caller }, { db }) => {
  const { category, englishName, ...setting } = await loadLiveSetting(caller.channelId, db.read)
  return { ...setting, category: category && { ...category, englishName: englishName ?? category.categoryValue } }
})

export const searchInBothLanguages = defineHandler(consoleStudio.searchCategories, async ({ query }, { db }) => ({
  data: (await findCategoriesByName(query, db)).map((category) => ({
    ...toCategory(category),
    englishName: category.name_en,
  })),
}))

export const updateSetting = defineHandler(consoleStudio.updateSetting, async ({ caller, body }, deps) => {
  await saveLiveSetting(caller.channelId, body, invalidField, deps)
  return null
})

export const readOwnStreamKey = defineHandler(consoleStudio.getStreamKey, async ({ caller }, deps) => ({
  streamKey: await loadOrCreateStreamKey(caller.channelId, deps),
}))

export const makeAnotherStreamKey = defineHandler(consoleStudio.rotateStreamKey, async ({ caller }, deps) => ({
  streamKey: await rotateStreamKey(caller.channelId, deps),
}))
