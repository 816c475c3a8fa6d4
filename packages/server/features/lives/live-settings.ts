import { limits, type Audience, type BodyOf, type live } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import type { CodeOrReason, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { parseShortText, validateText } from '../../shared/text.ts'
import { isLimited, isStricter } from '../../shared/watch/may-watch.ts'
import { hashWatchPassword } from '../../shared/watch/watch-password.ts'
import { refuseWord, type SiteText } from '../../shared/words/site-words.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadCategory } from '../categories/category-store.ts'
import { refusalOfCategoryType, parseTags } from './live-rules.ts'
import { isAdultBySite, markLimited } from './live-store.ts'
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
    adultBySite: setting.adultBySite ?? false,
    isRecorded: setting.isRecorded ?? false,
    allowsClips: setting.allowsClips ?? false,
    audience: setting.audience ?? 'EVERYBODY',
    hasWatchPassword: setting.watchPasswordHash !== null,
    thumbnailId: setting.thumbnailId,
  }
}

/** The open API returns `adult` and cannot change it. Only the pages know of recordings, clips and who may watch. */
type LiveSettingInput = BodyOf<typeof live.updateLiveSetting> & {
  adult?: boolean | null
  isRecorded?: boolean
  allowsClips?: boolean
  audience?: Audience
  watchPassword?: string
}
type RefuseField = (field: string, problem: CodeOrReason) => Refusal

/** Updates only the sent fields, so concurrent updates of different fields both succeed. A running live changes at once. */
export async function updateLiveSetting(
  channelId: string,
  input: LiveSettingInput,
  refuse: RefuseField,
  deps: Pick<Deps, 'clock' | 'db' | 'installationKey'> & { site: SiteText },
): Promise<void> {
  const now = deps.clock.now()
  const update = parseLiveSetting(input, refuse)
  await refuseWord(update.default_live_title ?? '', () => refuse('defaultLiveTitle', 'SITE_WORD'), deps)
  await refuseWord(update.tags?.join(' | ') ?? '', () => refuse('tags', 'SITE_WORD'), deps)
  await deps.db.transaction(async (tx, publish) => {
    const before = await lockSetting(tx, channelId)
    if (input.adult === false && (await isAdultBySite(tx, channelId))) throw refuse('adult', 'AGE_LIMIT_BY_SITE')
    const category = await resolveCategory(tx, input, before.categoryId, refuse)
    const watch = decideWatchRule(before, { channelId, ...input }, refuse, deps)
    await updateSetting(tx, channelId, { ...update, ...category, ...watch })
    const [audience, adult] = [input.audience ?? before.audience, input.adult ?? before.adult]
    if (isLimited({ audience, adult })) await markLimited(tx, channelId)
    if (watch.audience !== undefined && watch.audience !== before.audience)
      await recordAudit(tx, now, {
        action: 'private_channel.rule_changed',
        channelId,
        detail: { audience: watch.audience },
      })
    publish(channelChanged(channelId))
  })
}

type LockedSetting = Awaited<ReturnType<typeof lockSetting>>

/** Who may watch. The version grows when somebody who may watch now no longer may: the address of the video then changes. */
function decideWatchRule(
  before: LockedSetting,
  { channelId, adult, audience, watchPassword }: LiveSettingInput & { channelId: string },
  refuse: RefuseField,
  deps: Pick<Deps, 'installationKey'>,
): SettingUpdate {
  const passwordHash =
    watchPassword === undefined ? before.passwordHash : hashWatchPassword(channelId, watchPassword, deps)
  const after = { audience: audience ?? before.audience, adult: adult ?? before.adult, passwordHash }
  if (after.audience === 'PASSWORD' && passwordHash === null) throw refuse('watchPassword', 'NO_WATCH_PASSWORD')
  return {
    ...(audience !== undefined && { audience }),
    ...(watchPassword !== undefined && { watch_password_hash: passwordHash }),
    ...(isStricter(before, after) && { watch_version: before.watchVersion + 1 }),
  }
}

function parseLiveSetting(
  { defaultLiveTitle, tags, adult, isRecorded, allowsClips }: LiveSettingInput,
  refuse: RefuseField,
): SettingUpdate {
  const update: SettingUpdate = {}
  if (typeof defaultLiveTitle === 'string') {
    const title = parseShortText(defaultLiveTitle, limits.liveTitleLength)
    if ('refusal' in title) throw refuse('defaultLiveTitle', title.refusal)
    update.default_live_title = title.text
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
