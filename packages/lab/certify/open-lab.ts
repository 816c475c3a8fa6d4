import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxApi, type ContentOf } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import { Lab } from './lab.ts'
import type { Profile } from './profile.ts'
import type { StartProgram } from './program.ts'
import { RecordedTraffic } from './recorded-traffic.ts'
import { Relay } from './relay.ts'

export type Subject = {
  profile: Profile
  /** The message that the bot answers, with `{text}` for the text that its answer must contain. */
  probe: string
  program: ProgramToStart | RunningProgram
}
type ProgramToStart = {
  start: StartProgram
  /** The port and path at which a receiver takes webhooks. */
  port: number
  webhookPath: string
  wireProfile: 'documented' | 'observed'
}
/** A program that its developer started: it uses this application of the sandbox. */
type RunningProgram = {
  start: null
  clientId: string
  /** Of a receiver. */
  webhookUrl: string | null
  /** How long to wait for its session. */
  waitMs: number
  /** How long a receiver may take to find claims that it was not notified of. */
  reconcileMs: number
}
export type LabSettings = {
  call: Client
  overview: ContentOf<typeof sandboxApi.demo.getOverview>
  subject: Subject
  patienceMs: number
  signal: AbortSignal
}

/** Why nothing can be certified. */
export class CertifyError extends Error {
  readonly code: 'FAULT_PLAN_SET' | 'CLOCK_MOVED' | 'NO_SESSION'
  constructor(code: CertifyError['code']) {
    super(code)
    this.code = code
  }
}

/** The sandbox has this organization, which may have the drops scope. */
const organizationId = 'onair-demo'
const rewardNames = Array.from({ length: 20 }, (_, at) => `reward ${at + 1}`)
const toleratedSec = 2
/** Receivers allow a few minutes. */
const maxAheadSec = 60
const pollMs = 300

/** Opens a lab for the program. The sandbox is as before when it is disposed, except for the people and claims. */
export async function openLab(settings: LabSettings): Promise<{ lab: Lab } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { program } = settings.subject
  const lab =
    program.start === null
      ? await openRunningLab(opening, settings, program)
      : await openStartingLab(opening, settings, program)
  const opened = opening.move()
  return { lab, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Registers a streamer, a viewer and an application for the program. */
async function openStartingLab(
  opening: AsyncDisposableStack,
  { call, overview, subject: { profile, probe }, ...settings }: LabSettings,
  { start, port, webhookPath, wireProfile }: ProgramToStart,
): Promise<Lab> {
  const isReceiver = profile === 'receiver'
  if (isReceiver) await setClock(call, overview.now)
  const traffic = opening.use(await Relay.open(overview))
  const [streamer, viewer] = [await createPerson(call, '인증 방송'), await createPerson(call, '인증 시청자')]
  const owner = overview.demo.people.find(({ role }) => role === 'streamer')!
  const webhookUrl = isReceiver ? `http://127.0.0.1:${port}${webhookPath}` : null
  const drops = webhookUrl !== null && { organizationId, ownerChannelId: owner.channelId, webhookUrl }
  const app = await call(sandboxApi.apps.createApp, {
    body: { name: 'certify', redirectUri: overview.demo.redirectUri, wireProfile, ...drops },
  })
  const env = {
    ONAIR_URL: traffic.url,
    ONAIR_CLIENT_ID: app.clientId,
    ONAIR_CLIENT_SECRET: app.clientSecret,
    ONAIR_CHANNEL_ID: streamer.channelId,
    PORT: String(port),
  }
  return opening.use(
    new Lab({
      ...settings,
      ...app,
      call,
      traffic,
      profile,
      probe,
      webhookUrl,
      channelId: streamer.channelId,
      viewerChannelId: viewer.channelId,
      rewardIds: isReceiver ? await createRewards(call, app.clientId) : [],
      reconcileMs: 0,
      start: ({ accessToken, refreshToken }) =>
        start({ ...env, ONAIR_ACCESS_TOKEN: accessToken, ONAIR_REFRESH_TOKEN: refreshToken }),
    }),
  )
}

/** Uses the application and the channel of the program. */
async function openRunningLab(
  opening: AsyncDisposableStack,
  { call, overview, subject: { profile, probe }, ...settings }: LabSettings,
  { clientId, webhookUrl, waitMs, reconcileMs }: RunningProgram,
): Promise<Lab> {
  const { rules } = await call(sandboxApi.faults.getFaults)
  if (rules.length > 0) throw new CertifyError('FAULT_PLAN_SET')
  const isReceiver = profile === 'receiver'
  if (isReceiver && Math.abs(aheadSecOf(overview.now)) > maxAheadSec) throw new CertifyError('CLOCK_MOVED')
  const viewer = await createPerson(call, '인증 시청자')
  const found = isReceiver
    ? { channelId: null, sessions: [] }
    : await findSession(call, { clientId, waitMs, ...settings })
  if (webhookUrl !== null) opening.use(await useWebhook(call, clientId, webhookUrl))
  const traffic = opening.use(await RecordedTraffic.open({ call, clientId, ...found }))
  return opening.use(
    new Lab({
      ...settings,
      call,
      traffic,
      profile,
      probe,
      clientId,
      clientSecret: null,
      webhookUrl,
      channelId: found.channelId ?? viewer.channelId,
      viewerChannelId: viewer.channelId,
      rewardIds: isReceiver ? await createRewards(call, clientId) : [],
      reconcileMs,
      start: null,
    }),
  )
}

function createPerson(call: Client, channelName: string) {
  return call(sandboxApi.people.createPerson, { body: { channelName } })
}

async function createRewards(call: Client, clientId: string): Promise<string[]> {
  const body = { clientId, categoryId: 'talk', rewards: rewardNames }
  const { rewardIds } = await call(sandboxApi.drops.createCampaign, { body })
  return rewardIds
}

/** Waits until the program is subscribed to a channel, and makes no further subscription. */
async function findSession(
  call: Client,
  { clientId, waitMs, signal }: { clientId: string; waitMs: number; signal: AbortSignal },
) {
  let lastCount = 0
  for (const end = performance.now() + waitMs; ; await sleep(pollMs, undefined, { signal })) {
    const { data: sessions } = await call(sandboxApi.sessions.listSessions, { query: { clientId } })
    const subscribed = sessions.flatMap(({ subscribedEvents }) => subscribedEvents)
    const [first] = subscribed
    if (first !== undefined && subscribed.length === lastCount) return { channelId: first.channelId, sessions }
    lastCount = subscribed.length
    if (performance.now() >= end && first === undefined) throw new CertifyError('NO_SESSION')
  }
}

/** Until it is disposed, the notifications of the application go to this URL. */
async function useWebhook(call: Client, clientId: string, webhookUrl: string): Promise<AsyncDisposable> {
  const set = (url: string | null) =>
    call(sandboxApi.apps.setWebhook, { pathParams: { clientId }, body: { webhookUrl: url } })
  const { previousUrl } = await set(webhookUrl)
  return { [Symbol.asyncDispose]: async () => void (await set(previousUrl)) }
}

/** Receivers compare timestamps with their own clock. */
async function setClock(call: Client, now: string): Promise<void> {
  const advanceSeconds = -aheadSecOf(now)
  if (Math.abs(advanceSeconds) > toleratedSec) await call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
}

function aheadSecOf(now: string): number {
  return Math.round((Date.parse(now) - Date.now()) / 1_000)
}
