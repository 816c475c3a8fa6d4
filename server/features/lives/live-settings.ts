import { live, type BodyOf } from '@onair/contract'
import { badValue } from '../../kit/bad-value.ts'
import { handle } from '../../kit/handle.ts'
import type { Because, Refusal } from '../../kit/refusal.ts'
import { channelChanged } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Reader, Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalOfType, tagsOf, titleOf, titleShown } from './live-rules.ts'
import { loadSetting, lockSetting, putSetting, type SettingChange } from './setting-store.ts'

export const readLiveSetting = handle(live.readLiveSetting, async ({ caller }, { db }) => {
  const { adult: _, englishName: _none, ...shown } = await settingOf(caller.channelId, db.read)
  return shown
})

/** What the broadcasts of a channel show. */
export async function settingOf(channelId: string, db: Reader) {
  const setting = await loadSetting(db, channelId)
  const { categoryId, categoryType, categoryValue, posterImageUrl } = setting
  return {
    defaultLiveTitle: titleShown(setting.chosenTitle, setting.channelName),
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : { categoryType, categoryId, categoryValue, posterImageUrl },
    englishName: setting.englishName,
    tags: setting.tags ?? [],
    adult: setting.adult ?? false,
  }
}

export const changeLiveSetting = handle(live.changeLiveSetting, async ({ caller, body }, world) => {
  await putSettingOf(caller.channelId, body, (field, problem) => badValue(caller, field, problem), world)
  return null
})

/** The open interface shows `adult` and does not change it. */
type Sent = BodyOf<typeof live.changeLiveSetting> & { adult?: boolean | null }
type Refuse = (field: string, problem: Because) => Refusal

/** Changes what is sent and nothing else, so two changes of different fields both hold. A running live shows it at once. */
export async function putSettingOf(
  channelId: string,
  sent: Sent,
  refuse: Refuse,
  { db }: Pick<World, 'db'>,
): Promise<void> {
  const change = valuesOf(sent, refuse)
  await db.change(async (tx, tell) => {
    const { categoryId } = await lockSetting(tx, channelId)
    const category = await categoryOf(tx, sent, categoryId, refuse)
    await putSetting(tx, channelId, { ...change, ...category })
    tell(channelChanged(channelId))
  })
}

function valuesOf({ defaultLiveTitle, tags, adult }: Sent, refuse: Refuse): SettingChange {
  const change: SettingChange = {}
  if (typeof defaultLiveTitle === 'string') {
    const title = titleOf(defaultLiveTitle)
    if ('refused' in title) throw refuse('defaultLiveTitle', title.refused)
    change.default_live_title = title.title
  }
  if (Array.isArray(tags)) {
    const allowed = tagsOf(tags)
    if ('refused' in allowed) throw refuse('tags', allowed.refused)
    change.tags = allowed.tags
  }
  if (typeof adult === 'boolean') change.adult = adult
  return change
}

/** The category that is asked for; a type sent beside it, or alone, must be that of the category. */
async function categoryOf(
  tx: Tx,
  { categoryId: sentId, categoryType: sentType }: Sent,
  currentId: string | null,
  refuse: Refuse,
): Promise<SettingChange> {
  if (sentId === '') return { category_id: null }
  const id = sentId ?? (sentType ? currentId : null)
  if (id !== null && refusalOfText(id)) throw refuse('categoryId', 'NO_SUCH_CATEGORY')
  const category = id === null ? null : await loadCategory(tx, id)
  if (id !== null && category === null) throw refuse('categoryId', 'NO_SUCH_CATEGORY')
  const refusal = refusalOfType(sentType ?? null, category)
  if (refusal) throw refuse('categoryType', refusal)
  return typeof sentId === 'string' ? { category_id: sentId } : {}
}
