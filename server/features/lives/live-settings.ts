import { live, type BodyOf } from '@onair/contract'
import { badValue } from '../../kit/bad-value.ts'
import { handle, type TokenCaller } from '../../kit/handle.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalOfType, tagsOf, titleOf, titleShown } from './live-rules.ts'
import { loadSetting, lockSetting, putSetting, type SettingChange } from './setting-store.ts'

export const readLiveSetting = handle(live.readLiveSetting, async ({ caller }, { db }) => {
  const setting = await loadSetting(db.read, caller.channelId)
  const { categoryId, categoryType, categoryValue, posterImageUrl } = setting
  return {
    defaultLiveTitle: titleShown(setting.chosenTitle, setting.channelName),
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : { categoryType, categoryId, categoryValue, posterImageUrl },
    tags: setting.tags ?? [],
  }
})

type Sent = BodyOf<typeof live.changeLiveSetting>

/** Changes what is sent and nothing else, so two changes of different fields both hold. A running live shows it at once. */
export const changeLiveSetting = handle(live.changeLiveSetting, async ({ caller, body }, { db }) => {
  const change = textsOf(body, caller)
  await db.change(async (tx) => {
    const { categoryId } = await lockSetting(tx, caller.channelId)
    const category = await categoryOf(tx, body, categoryId, caller)
    await putSetting(tx, caller.channelId, { ...change, ...category })
  })
  return null
})

/** Says whether the broadcasts of a channel are for adults alone; the open interface shows it and does not change it. */
export async function setAdult(channelId: string, adult: boolean, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change(async (tx) => {
    await lockSetting(tx, channelId)
    await putSetting(tx, channelId, { adult })
  })
}

function textsOf({ defaultLiveTitle, tags }: Sent, caller: TokenCaller): SettingChange {
  const change: SettingChange = {}
  if (typeof defaultLiveTitle === 'string') {
    const title = titleOf(defaultLiveTitle)
    if ('refused' in title) throw badValue(caller, 'defaultLiveTitle', title.refused)
    change.default_live_title = title.title
  }
  if (Array.isArray(tags)) {
    const allowed = tagsOf(tags)
    if ('refused' in allowed) throw badValue(caller, 'tags', allowed.refused)
    change.tags = allowed.tags
  }
  return change
}

/** The category that is asked for; a type sent beside it, or alone, must be that of the category. */
async function categoryOf(
  tx: Tx,
  { categoryId: sentId, categoryType: sentType }: Sent,
  currentId: string | null,
  caller: TokenCaller,
): Promise<SettingChange> {
  if (sentId === '') return { category_id: null }
  const id = sentId ?? (sentType ? currentId : null)
  if (id !== null && refusalOfText(id)) throw badValue(caller, 'categoryId', 'not a category')
  const category = id === null ? null : await loadCategory(tx, id)
  if (id !== null && category === null) throw badValue(caller, 'categoryId', 'not a category')
  const refusal = refusalOfType(sentType ?? null, category)
  if (refusal) throw badValue(caller, 'categoryType', refusal)
  return typeof sentId === 'string' ? { category_id: sentId } : {}
}
