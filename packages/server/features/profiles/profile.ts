import { findHttpsUrlError, limits, type ChannelLink, type consoleApi, type ContentOf } from '@onair/contract'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { utcDate } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { errorReason, invalidField, Refusal } from '../../shared/refusal.ts'
import { compose, countCodePoints, hasVisibleCharacter, validateText } from '../../shared/text.ts'
import { refuseWord, type SiteText } from '../../shared/words/site-words.ts'
import { handleKeptMs } from './handle-rules.ts'
import {
  deleteHandles,
  deletePictureRow,
  deleteProfileRow,
  findHandlesOf,
  loadProfileRow,
  putProfileRow,
} from './profile-store.ts'

/** The profile of a channel for its streamer. */
export async function getOwnProfile(
  channelId: string,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.profile.getProfile>> {
  const keptMs = handleKeptMs(limits.handleKeptDays)
  const [row, handles] = await Promise.all([
    loadProfileRow(db.read, channelId),
    findHandlesOf(db.read, channelId, clock.now() - keptMs),
  ])
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const former = handles.find(({ releasedAt }) => releasedAt !== null)
  return {
    ...toProfile(row),
    channelImageUrl: channelPictureUrl(row.pictureId, addresses),
    formerHandle:
      former === undefined ? null : { handle: former.handle, untilDate: utcDate((former.releasedAt ?? 0) + keptMs) },
  }
}

/** The introduction, the links and the handle of a channel. */
export async function getChannelProfile(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.profile.getChannelProfile>> {
  const row = await loadProfileRow(db.read, channelId)
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  return toProfile(row)
}

function toProfile({ introduction, links, handle }: NonNullable<Awaited<ReturnType<typeof loadProfileRow>>>) {
  return { introduction: introduction ?? '', links: links ?? [], handle }
}

type Changes = { introduction?: string | undefined; links?: readonly ChannelLink[] | undefined }

/** Changes the introduction and the links of a channel, where they are given. */
export async function updateProfile(
  channelId: string,
  { introduction, links }: Changes,
  { db, site }: Pick<Deps, 'db'> & { site: SiteText },
): Promise<void> {
  // Lengths first: the time of a search for words grows with the text.
  const text = introduction === undefined ? null : parseIntroduction(introduction)
  const parsed = links?.map(parseLink) ?? null
  await refuseWord(text ?? '', () => invalidField('introduction', 'SITE_WORD'), { site })
  const labels = parsed?.map(({ label }) => label).join(' | ') ?? ''
  await refuseWord(labels, () => invalidField('links', 'SITE_WORD'), { site })
  const row = { introduction: text, links: parsed && JSON.stringify(parsed) }
  await db.transaction((tx) => putProfileRow(tx, channelId, row))
}

/** Deletes the broadcasts that a channel plans. Passed in, because features do not know each other. */
type DeletePlans = (tx: Tx, channelId: string) => Promise<void>

/** Removes everything that a channel shows of itself, for the people who run the site. */
export async function removeProfile(
  channelId: string,
  deletePlans: DeletePlans,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await deletePictureRow(tx, channelId)
    await deleteProfileRow(tx, channelId)
    await deleteHandles(tx, channelId)
    await deletePlans(tx, channelId)
    await recordAudit(tx, clock.now(), { action: 'profile.removed', channelId })
    publish(channelChanged(channelId))
  })
}

function parseIntroduction(text: string): string {
  const refusal = validateText(text)
  if (refusal) throw invalidField('introduction', refusal)
  const composed = compose(text.replaceAll(/\r\n?/g, '\n')).trim()
  if (countCodePoints(composed) > limits.introductionLength)
    throw invalidField('introduction', errorReason('TOO_LONG', { most: limits.introductionLength }))
  return hasVisibleCharacter(composed) ? composed : ''
}

function parseLink({ label, url }: ChannelLink): ChannelLink {
  const refusal = validateText(label)
  if (refusal) throw invalidField('links', refusal)
  const composed = compose(label).trim()
  if (!hasVisibleCharacter(composed)) throw invalidField('links', 'EMPTY')
  if (countCodePoints(composed) > limits.linkLabelLength)
    throw invalidField('links', errorReason('TOO_LONG', { most: limits.linkLabelLength }))
  const error = findHttpsUrlError(url)
  if (error !== null) throw invalidField('links', error)
  return { label: composed, url }
}
