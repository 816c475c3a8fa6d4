import {
  limits,
  overlayDefaults,
  overlayKinds,
  type consoleApi,
  type ContentOf,
  type OverlayKind,
  type OverlaySettings,
} from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { utcDate } from '../../shared/dates.ts'
import { uploadUrl } from '../../shared/pictures/picture-urls.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, newSecret, seal, unseal, type SealFor } from '../../shared/secrets.ts'
import type { Addresses, Deps } from '../../infra/deps.ts'
import { listHiddenMessages } from '../chat/hidden-store.ts'
import { findRecentGifts } from '../payments/gift-store.ts'
import { listHiddenDonations } from '../payments/payment-store.ts'
import {
  deleteToken,
  listAlertUploads,
  listNewestFollows,
  listOverlays,
  listRecentPayments,
  loadGoalProgress,
  loadOverlayByToken,
  loadSealedToken,
  putGoalSince,
  putSettings,
  putToken,
} from './overlay-store.ts'

type Overlays = ContentOf<typeof consoleApi.overlays.getOverlays>
export type OverlayStatus = ContentOf<typeof consoleApi.overlays.getOverlay>
type OverlayContent = Omit<OverlayStatus, 'watchUrl'>
type OpenedOverlay = { channelId: string; clientId: string; grantId: string; status: OverlayContent }

/** The overlays of a channel. */
export async function getOverlays(channelId: string, { db }: Pick<Deps, 'db'>): Promise<Overlays> {
  const rows = new Map((await listOverlays(db.read, channelId)).map((row) => [row.kind, row]))
  const settings = overlayKinds.map((kind) => [kind, withDefaults(kind, rows.get(kind)?.settings)])
  const urls = overlayKinds.map((kind) => {
    const row = rows.get(kind)
    const createdAt = row?.grant_id == null ? null : row.token_created_at
    return [kind, createdAt === null ? null : utcDate(createdAt)]
  })
  const goalSince = rows.get('goal')?.goal_since ?? null
  return {
    settings: Object.fromEntries(settings) as Overlays['settings'],
    urls: Object.fromEntries(urls) as Overlays['urls'],
    goalSinceDate: goalSince === null ? null : utcDate(goalSince),
  }
}

/** The goal of a channel, also of one that has no URL. */
export async function getGoal(channelId: string, { db }: Pick<Deps, 'db'>) {
  const rows = await listOverlays(db.read, channelId)
  const { title, counts, target, start } = withDefaults('goal', rows.find(({ kind }) => kind === 'goal')?.settings)
  return { title, counts, target, sum: start + (await loadGoalProgress(db.read, channelId, counts)) }
}

export async function updateOverlays(
  channelId: string,
  changes: { [Kind in OverlayKind]?: OverlaySettings[Kind] | undefined },
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of overlayKinds) {
      const settings = changes[kind]
      if (settings !== undefined) await putSettings(tx, { channelId, kind, settings })
    }
  })
}

/** Counts the goal from now on. */
export async function restartGoal(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => putGoalSince(tx, channelId, now))
}

/** Replaces the token of an overlay's URL by one for this grant. */
export async function replaceToken(
  overlay: { channelId: string; kind: OverlayKind; clientId: string; grantId: string },
  { addresses, clock, db, programKey, random }: Pick<Deps, 'addresses' | 'clock' | 'db' | 'programKey' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const token = newSecret(random)
  const tokenSealed = seal(token, overlayTokenSeal(overlay.channelId, overlay.kind), programKey, random)
  if (!(await db.transaction((tx) => putToken(tx, { ...overlay, tokenHash: hashSecret(token), tokenSealed, now }))))
    throw new Refusal('badInput', 'OVERLAY_CHANGED')
  return overlayUrlOf(overlay.kind, token, addresses)
}

/** The URL of an overlay, with its token. */
export async function getOverlayUrl(
  channelId: string,
  kind: OverlayKind,
  { addresses, clock, db, programKey }: Pick<Deps, 'addresses' | 'clock' | 'db' | 'programKey'>,
): Promise<string> {
  const now = clock.now()
  const sealed = await db.transaction(async (tx) => {
    const token = await loadSealedToken(tx, channelId, kind)
    if (token === null) throw new Refusal('notFound', 'NO_OVERLAY_URL')
    await recordAudit(tx, now, { action: 'overlay_url.read', channelId, clientId: token.client_id, detail: { kind } })
    return token.token_sealed
  })
  return overlayUrlOf(kind, unseal(sealed, overlayTokenSeal(channelId, kind), programKey), addresses)
}

/** Revokes the token. Returns the application whose grant is to be revoked. */
export async function revokeToken(
  channelId: string,
  kind: OverlayKind,
  { db }: Pick<Deps, 'db'>,
): Promise<{ clientId: string }> {
  const clientId = await db.transaction((tx) => deleteToken(tx, channelId, kind))
  if (clientId === null) throw new Refusal('notFound', 'NO_OVERLAY_URL')
  return { clientId }
}

/** The overlay of a token, or 401. */
export async function findOverlay(
  token: string,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<OpenedOverlay> {
  const overlay = await loadOverlayByToken(db.read, hashSecret(token))
  if (overlay === null) throw new Refusal('unauthorized', 'OVERLAY_URL_REPLACED')
  const { channelId, clientId, grantId, kind } = overlay
  const empty = {
    progress: 0,
    recent: [],
    hiddenMessages: [],
    hiddenDonations: [],
    uploads: [],
    follows: [],
    gifts: [],
  }
  const content = await loadContent(overlay, { addresses, clock, db })
  const status = { kind, settings: withDefaults(kind, overlay.settings), ...empty, ...content }
  return { channelId, clientId, grantId, status }
}

type LoadedOverlay = NonNullable<Awaited<ReturnType<typeof loadOverlayByToken>>>

/** The messages of a quiet chat stay in the chat box, at most for this time. */
const hiddenMaxAgeMs = 7 * 86_400_000

/** The events of a gift reach the overlay in this time. */
const giftMaxAgeMs = 10 * 60_000

/** Loads what an overlay shows of earlier events, and which ones it must not show. */
async function loadContent(
  { channelId, kind, settings }: LoadedOverlay,
  deps: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<Partial<OverlayContent>> {
  const db = deps.db.read
  if (kind === 'chat') {
    const range = { since: deps.clock.now() - hiddenMaxAgeMs, count: limits.overlayHidden }
    return { hiddenMessages: await listHiddenMessages(db, channelId, range) }
  }
  if (kind === 'alerts') {
    const now = deps.clock.now()
    const limit = limits.overlayEvents
    const [hiddenDonations, uploads, follows, gifts] = await Promise.all([
      listHiddenDonations(db, channelId, limits.overlayHidden),
      listAlertUploads(db, channelId),
      listNewestFollows(db, { channelId, now, limit }),
      findRecentGifts(db, channelId, { since: now - giftMaxAgeMs, count: limit }),
    ])
    return {
      hiddenDonations,
      uploads: uploads.map(({ id, kind: file, name }) => ({
        kind: file,
        name,
        url: uploadUrl({ id, kind: file }, deps.addresses),
      })),
      follows,
      gifts: gifts.map(({ event }) => event),
    }
  }
  if (kind === 'events')
    return { recent: await listRecentPayments(db, { channelId, ...withDefaults('events', settings) }) }
  // Its socket brings it.
  if (kind === 'poll') return {}
  const { counts } = withDefaults('goal', settings)
  return { progress: await loadGoalProgress(db, channelId, counts) }
}

/** The token is in the fragment, which browsers do not send: no proxy and no log has it. */
function overlayUrlOf(kind: OverlayKind, token: string, { authUrl }: Addresses): string {
  return `${authUrl}/overlay/${kind}#token=${token}`
}

export function overlayTokenSeal(channelId: string, kind: OverlayKind): SealFor {
  return { purpose: 'overlay tokens', context: `${channelId} ${kind}` }
}

/** Settings that were stored by an earlier version lack the newer ones. */
function withDefaults<Kind extends OverlayKind>(kind: Kind, settings: object = {}): OverlaySettings[Kind] {
  return { ...overlayDefaults[kind], ...settings }
}
