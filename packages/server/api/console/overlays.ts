import { overlayScopes, type consoleApi, type OverlayKind } from '@onair/contract'
import { ensurePlatformApp } from '../../features/apps/platform-app.ts'
import { issueAccessToken, renewGrant } from '../../features/auth/renew-grant.ts'
import { withdrawConsent } from '../../features/auth/withdraw-consent.ts'
import {
  findOverlay,
  getOverlays,
  getOverlayUrl,
  replaceToken,
  restartGoal,
  revokeToken,
  updateOverlays,
} from '../../features/overlays/overlays.ts'
import { closeAppSessions } from '../../features/sessions/end-sessions.ts'
import { issueSessionUrl } from '../../features/sessions/issue-session-url.ts'
import { createOverlayWatchUrl } from '../../features/watch/create-viewer-url.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const overlays: Handlers<typeof consoleApi.overlays> = {
  getOverlays: ({ caller: { channelId } }, deps) => getOverlays(channelId, deps),
  updateOverlays: ({ caller: { channelId }, body }, deps) => updateOverlays(channelId, body, deps),
  restartGoal: ({ caller: { channelId } }, deps) => restartGoal(channelId, deps),

  /** Each overlay is an application: its session slots, its quota and its scopes are its own. */
  async createOverlayUrl({ caller: { channelId }, pathParams: { kind } }, deps) {
    const scopes = overlayScopes[kind]
    const app = { id: `overlay-${kind}-${channelId}`, name: appNames[kind], scopes }
    const { clientId } = await ensurePlatformApp(app, deps)
    const grantId = await renewGrant({ clientId, channelId, scopes }, deps)
    const overlayUrl = await replaceToken({ channelId, kind, clientId, grantId }, deps)
    await closeAppSessions(clientId, deps)
    return { overlayUrl }
  },

  getOverlayUrl: async ({ caller: { channelId }, pathParams: { kind } }, deps) => ({
    overlayUrl: await getOverlayUrl(channelId, kind, deps),
  }),

  async deleteOverlayUrl({ caller: { channelId }, pathParams: { kind } }, deps) {
    const { clientId } = await revokeToken(channelId, kind, deps)
    await withdrawConsent({ clientId, channelId }, deps)
    await closeAppSessions(clientId, deps)
  },

  async openOverlay({ body: { token } }, deps) {
    const { clientId, channelId, grantId, status } = await findOverlay(token, deps)
    const accessToken = await issueAccessToken({ clientId, channelId, grantId }, deps)
    if (accessToken === null) throw new Refusal('unauthorized', 'OVERLAY_URL_REPLACED')
    // A session of the application, because a person has three sessions only.
    const sessionUrl = await issueSessionUrl({ clientId, ownerChannelId: null }, deps)
    return { ...status, watchUrl: createOverlayWatchUrl(channelId, deps), accessToken, sessionUrl }
  },

  async getOverlay({ body: { token } }, deps) {
    const { channelId, status } = await findOverlay(token, deps)
    return { ...status, watchUrl: createOverlayWatchUrl(channelId, deps) }
  },
}

const appNames: Record<OverlayKind, string> = {
  chat: 'Onair Overlay: Chat',
  alerts: 'Onair Overlay: Alerts',
  goal: 'Onair Overlay: Goal',
  events: 'Onair Overlay: Events',
  poll: 'Onair Overlay: Poll',
}
