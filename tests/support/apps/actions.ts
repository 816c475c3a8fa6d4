import {
  deadlineKinds,
  disconnectCodes,
  errors,
  formatReason,
  sandboxApi as api,
  type BodyOf,
  type ContentOf,
  type Endpoint,
  type ParametersOf,
  type PathParamsOf,
  type QueryOf,
} from '@onair/contract'
import { createInputReader } from '@onair/server/api/pipeline/input.ts'
import { toRefusal } from '@onair/server/api/pipeline/response.ts'
import { createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { approveOrganization } from '@onair/server/features/apps/organizations.ts'
import { registerApp } from '@onair/server/features/apps/register-app.ts'
import { requireApp } from '@onair/server/features/apps/require-app.ts'
import { createGrant } from '@onair/server/features/auth/create-grant.ts'
import { withdrawConsent } from '@onair/server/features/auth/withdraw-consent.ts'
import { follow, unfollow } from '@onair/server/features/channels/follow.ts'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { setManagerRole } from '@onair/server/features/channels/set-manager-role.ts'
import { sendMessage } from '@onair/server/features/chat/send-message.ts'
import { loadClockOffset, updateClockOffset } from '@onair/server/features/clock/clock-store.ts'
import { claimReward } from '@onair/server/features/drops/claim-reward.ts'
import { createCampaign } from '@onair/server/features/drops/create-campaign.ts'
import { explainMissingEvent } from '@onair/server/features/inspector/explain-missing-event.ts'
import { listRecords } from '@onair/server/features/inspector/list-records.ts'
import { findSessionsOf } from '@onair/server/features/inspector/missing-event-store.ts'
import { goLive, goOffline } from '@onair/server/features/lives/go-live.ts'
import { sampleAroundMove } from '@onair/server/features/lives/statistics/sample-lives.ts'
import { donate } from '@onair/server/features/payments/donate.ts'
import { subscribeToChannel } from '@onair/server/features/payments/subscribe-to-channel.ts'
import { disconnectSession } from '@onair/server/features/sessions/end-sessions.ts'
import { requireValidWebhookUrl, webhookUrlWriter } from '@onair/server/features/webhooks/update-webhook.ts'
import { runAsActor } from '@onair/server/infra/actor.ts'
import type { Platform } from '@onair/server/services.ts'
import { clockTopic, busMessage } from '@onair/server/shared/bus-messages.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { invalidField, reasonForField, Refusal } from '@onair/server/shared/refusal.ts'

/** The actions of people and developers, with the fields and results that the sandbox API has for them. */
const actions = {
  createPerson: action(api.people.createPerson, async (person, deps) => {
    const email = person.email ?? `${deps.random.bytes(6).toString('hex')}@onair.test`
    const created = await createPerson({ ...person, email }, deps)
    const { organizationId } = person
    if (organizationId !== undefined)
      await approveOrganization({ organizationId, name: created.channelName, channelId: created.channelId }, deps)
    return created
  }),
  createApp: action(api.apps.createApp, async (app, deps) => {
    const { name, organizationId, ownerChannelId: channelId, webhookUrl } = app
    if (channelId !== undefined) await requireChannel('ownerChannelId', channelId, deps)
    if (organizationId !== undefined)
      await approveOrganization({ organizationId, name, channelId, keepName: true }, deps)
    if (webhookUrl === undefined) return registerApp(app, deps)
    requireValidWebhookUrl(webhookUrl, deps)
    return registerApp(app, deps, webhookUrlWriter(webhookUrl, deps))
  }),
  createGrant: action(api.grants.createGrant, async ({ clientId, channelId, scopes }, deps) => {
    const app = await requireApp(clientId, deps)
    await requireChannel('channelId', channelId, deps)
    return createGrant({ app, channelId, scopes }, deps)
  }),
  withdrawGrant: action(api.grants.withdrawGrant, async (grant, deps) => {
    if (!(await withdrawConsent(grant, deps))) throw new Refusal('notFound', 'NO_GRANT')
    return null
  }),
  chat: action(api.channels.chat, async ({ channelId, byChannelId: senderChannelId, message }, deps) =>
    sendMessage({ channelId, senderChannelId, message }, deps),
  ),
  follow: action(api.channels.follow, async (fields, deps) => {
    await requireChannels(fields, deps)
    await follow(fields, deps)
    return null
  }),
  unfollow: action(api.channels.unfollow, async (fields, deps) => {
    await requireChannels(fields, deps)
    await unfollow(fields, deps)
    return null
  }),
  manage: action(api.channels.manage, async (fields, deps) => {
    await requireChannels(fields, deps)
    await setManagerRole(fields, deps)
    return null
  }),
  goLive: action(api.channels.goLive, async ({ channelId, liveTitle, viewers: simulatedViewers }, deps) => {
    await requireChannel('channelId', channelId, deps)
    return { liveId: await goLive({ channelId, liveTitle, simulatedViewers }, deps) }
  }),
  goOffline: action(api.channels.goOffline, async ({ channelId }, deps) => {
    await requireChannel('channelId', channelId, deps)
    const liveId = await goOffline(channelId, deps)
    if (liveId === null) throw invalidField('channelId', 'NOT_LIVE')
    return { liveId }
  }),
  subscribe: action(api.payments.subscribe, async ({ channelId, byChannelId, tierNo = 1, month = 1 }, deps) => {
    await requireChannels({ channelId, byChannelId }, deps)
    await subscribeToChannel({ channelId, subscriberChannelId: byChannelId, tierNo, month }, deps)
    return null
  }),
  donate: action(api.payments.donate, async ({ channelId, byChannelId = null, payAmount, ...rest }, deps) => {
    await requireChannels({ channelId, byChannelId }, deps)
    const { donationType = 'CHAT', donationText = '' } = rest
    const donation = { channelId, donatorChannelId: byChannelId, donationType, donationText, payAmount }
    return { donationId: await donate({ ...donation, payerChannelId: null }, deps) }
  }),
  createCampaign: action(api.drops.createCampaign, async ({ title, rewards, watchMinutes, ...campaign }, deps) => {
    const rewardRows = rewards.map((name, position) => ({ name, watchMinutes: watchMinutes?.[position] ?? 0 }))
    const time = { startsAt: deps.clock.now(), endsAt: null }
    return createCampaign({ ...campaign, ...time, title: title ?? rewards.join(', '), rewards: rewardRows }, deps)
  }),
  claim: action(api.drops.claim, async ({ rewardId, byChannelId }, deps) => {
    await requireChannel('byChannelId', byChannelId, deps)
    return claimReward({ rewardId, channelId: byChannelId, addsWatchTime: true }, deps)
  }),
  disconnectSession: action(api.sessions.disconnectSession, async ({ sessionKey }, deps) => {
    if (!(await disconnectSession({ sessionKey, code: disconnectCodes.DISCONNECTED_IN_SANDBOX }, deps)))
      throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
    return null
  }),
  listRecords: action(api.inspector.listRecords, async ({ clientId, ...filter }, deps) =>
    listRecords(clientId === undefined ? { by: 'all' } : { by: 'app', clientId }, filter, deps),
  ),
  explainMissingEvent: action(api.inspector.explainMissingEvent, async ({ clientId, ...query }, deps) => {
    const { sessionKey } = query
    const [session] = sessionKey === undefined ? [] : await findSessionsOf(deps.db.read, { sessionKey })
    return explainMissingEvent(await requireApp(clientId ?? session?.clientId ?? '', deps), query, deps, {
      isOwner: false,
    })
  }),
  moveClock: action(api.clock.moveClock, async ({ advanceSeconds }, deps) => {
    const move = async () => {
      const { offsetMs, rewoundMs } = await loadClockOffset(deps.db.read)
      const newOffset = { offsetMs: offsetMs + advanceSeconds * 1_000, rewoundMs }
      await deps.db.transaction(async (tx, publish) => {
        await updateClockOffset(tx, newOffset)
        publish(busMessage(clockTopic, newOffset))
      })
      return {
        now: utcDate(deps.clock.now()),
        aheadSeconds: newOffset.offsetMs / 1_000,
        done: nothing,
        unfinishedAttempts: 0,
      }
    }
    return sampleAroundMove(advanceSeconds, move, deps)
  }),
}

/** The sandbox alone does what becomes due. */
const nothing = Object.fromEntries(deadlineKinds.map((kind) => [kind, 0])) as ContentOf<
  typeof api.clock.moveClock
>['done']

export type Actions = typeof actions
export type ActionName = keyof Actions
type FieldsOf<E> = Part<PathParamsOf<E>> & Part<QueryOf<E>> & Part<BodyOf<E>> & Part<ParametersOf<E>>
type Part<T> = T extends undefined ? unknown : T

export type Act = <N extends ActionName>(
  name: N,
  fields: FieldsOf<Actions[N]['endpoint']>,
) => Promise<ContentOf<Actions[N]['endpoint']>>
/** An answer as that of the sandbox API: the content, or the refusal. */
export type ActionAnswer = {
  status: number
  body: { code: number; message: string | null; content?: any; reason?: any }
}

/** Performs an action, which must succeed. The fields are validated as those of a request. */
export function actOn(deps: Platform): Act {
  return (name, fields) => actions[name].run(fields as object, deps) as Promise<any>
}

/** Performs an action that may be refused, with any fields. */
export async function tryToAct(name: ActionName, fields: object, deps: Platform): Promise<ActionAnswer> {
  try {
    return { status: 200, body: { code: 200, message: null, content: await actions[name].run(fields, deps) } }
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal === null) throw error
    const { status, message } = errors[refusal.kind]
    const { reason, wireMessage } = refusal
    return { status, body: { code: status, message: wireMessage ?? `${message} (${formatReason(reason)})`, reason } }
  }
}

/** The audit log names a caller without credentials, as it does for the sandbox API. */
const anonymous: Parameters<typeof runAsActor>[0] = {
  network: '127.0.0.1',
  actor: () => ({ kind: 'anonymous', id: null }),
}

function action<E extends Endpoint>(
  endpoint: E,
  perform: (fields: FieldsOf<E>, deps: Platform) => Promise<ContentOf<E>>,
) {
  const read = createInputReader(endpoint)
  const headers = { 'content-type': 'application/json' }
  return {
    endpoint,
    async run(fields: object, deps: Platform): Promise<ContentOf<E>> {
      const body = Buffer.from(JSON.stringify(fields))
      const request = { url: endpoint.path, params: fields, query: fields, headers, body } as unknown as Parameters<
        typeof read
      >[0]
      const input = Object.assign({}, ...Object.values(read(request, 'documented')))
      return runAsActor(anonymous, () => perform(input, deps))
    },
  }
}

async function requireChannels(fields: { channelId: string; byChannelId: string | null }, deps: Platform) {
  await requireChannel('channelId', fields.channelId, deps)
  if (fields.byChannelId !== null) await requireChannel('byChannelId', fields.byChannelId, deps)
}
