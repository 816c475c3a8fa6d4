import type { BodyOf, live } from '@onair/contract'
import type { CodeOrReason, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { validateText } from '../../shared/text.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalOfCategoryType, parseTags, parseTitle } from './live-rules.ts'
import { loadSetting, lockSetting, updateSetting, type SettingUpdate } from './setting-store.ts'

/** The live settings of a channel. */
export async function getLiveSetting(channelId: string, db: Reader) {
  const setting = await loadSetting(db, channelId)
  const { categoryId, categoryType, categoryValue, posterImageUrl } = setting
  return {
    chosenTitle: setting.chosenTitle,
    channelName: setting.channelName,
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : { categoryType, categoryId, categoryValue, posterImageUrl },
    englishName: setting.englishName,
    tags: setting.tags ?? [],
    adult: setting.adult ?? false,
    isRecorded: setting.isRecorded ?? false,
    allowsClips: setting.allowsClips ?? false,
    thumbnailId: setting.thumbnailId,
  }
}

/** The open API returns `adult` and cannot change it. Only the pages know of recordings and clips. */
type LiveSettingInput = BodyOf<typeof live.updateLiveSetting> & {
  adult?: boolean | null
  isRecorded?: boolean
  allowsClips?: boolean
}
type RefuseField = (field: string, problem: CodeOrReason) => Refusal

/** Updates only the sent fields, so concurrent updates of different fields both succeed. A running live changes at once. */
export async function updateLiveSetting(
  channelId: string,
  input: LiveSettingInput,
  refuse: RefuseField,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const update = parseLiveSetting(input, refuse)
  await db.transaction(async (tx, publish) => {
    const { categoryId } = await lockSetting(tx, channelId)
    const category = await resolveCategory(tx, input, categoryId, refuse)
    await updateSetting(tx, channelId, { ...update, ...category })
    publish(channelChanged(channelId))
  })
}

function parseLiveSetting(
  { defaultLiveTitle, tags, adult, isRecorded, allowsClips }: LiveSettingInput,
  refuse: RefuseField,
): SettingUpdate {
  const update: SettingUpdate = {}
  if (typeof defaultLiveTitle === 'string') {
    const title = parseTitle(defaultLiveTitle)
    if ('refusal' in title) throw refuse('defaultLiveTitle', title.refusal)
    update.default_live_title = title.title
  }
  if (Array.isArray(tags)) {
    const parsedTags = parseTags(tags)
    if ('refusal' in parsedTags) throw refuse('tags', parsedTags.refusal)
    update.tags = parsedTags.tags
  }
  if (typeof adult === 'boolean') update.adult = adult
  if (isRecorded !== undefined) update.is_recorded = isRecorded
  if (allowsClips !== undefined) update.allows_clips = allowsClips
  return update
}

/** The requested category; a type that is sent must match it. */
async function resolveCategory(
  tx: Tx,
  { categoryId: requestedId, categoryType: requestedType }: LiveSettingInput,
  currentId: string | null,
  refuse: RefuseField,
): Promise<SettingUpdate> {
  if (requestedId === '') return { category_id: null }
  const id = requestedId ?? (requestedType ? currentId : null)
  if (id !== null && validateText(id) !== null) throw refuse('categoryId', 'NO_SUCH_CATEGORY')
  const category = id === null ? null : await loadCategory(tx, id)
  if (id !== null && category === null) throw refuse('categoryId', 'NO_SUCH_CATEGORY')
  const refusal = refusalOfCategoryType(requestedType ?? null, category)
  if (refusal) throw refuse('categoryType', refusal)
  return typeof requestedId === 'string' ? { category_id: requestedId } : {}
}
