import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxApi, type ContentOf } from '@onair/contract'
import type { Client, Credentials } from '@onair/sdk/http'
import { LabError } from '../error.ts'
import { readGrants } from './grants.ts'
import { Lab } from './lab.ts'
import { takesWebhooks, type Profile } from './profile.ts'
import type { StartProgram } from './program.ts'
import { RecordedTraffic } from './recorded-traffic.ts'
import { Relay } from './relay.ts'

export type Subject = {
  profile: Profile
  /** The message that the bot answers, with `{text}` for the text that its answer must contain. */
  probe: string
  program: ProgramToStart | RunningProgram
  /** The claims of each check of a drops service. */
  drops?: { claims: number; grants: string | null }
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
  /** Where it takes webhooks; null if it takes none. */
  webhookUrl: string | null
  /** How long to wait for its session. */
  waitMs: number
  /** How long a receiver may take to find claims that it was not notified of. */
  reconcileMs: number
}
export type LabSettings = {
  createCaller: (credentials: Credentials) => Client
  overview: ContentOf<typeof sandboxApi.demo.getOverview>
  subject: Subject
  patienceMs: number
  signal: AbortSignal
}

const reasons = {
  FAULT_PLAN_SET: 'A fault plan is set. Remove it with `onair faults clear`.',
  CLOCK_MOVED:
    'The clock of the sandbox was moved, so the receiver would reject its timestamps. Move it back with `onair clock`.',
  NO_SESSION:
    'The application has no session that is subscribed to an event. Start the program with the URL of this sandbox, or set --app and --wait.',
} as const

/** The sandbox has this organization, which may have the drops scope. */
const organizationId = 'onair-demo'
const rewardNames = ['검', '방패', '물약']
const answerMs = 1_000
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
  { createCaller, overview, subject: { profile, probe }, ...settings }: LabSettings,
  { start, port, webhookPath, wireProfile }: ProgramToStart,
): Promise<Lab> {
  const call = createCaller({})
  const isReceiver = takesWebhooks(profile)
  if (isReceiver) await setClock(call, overview.now)
  const traffic = opening.use(await Relay.open(overview))
  const [streamer, viewer] = [await createPerson(call, '인증 방송'), await createPerson(call, '인증 시청자')]
  const owner = overview.demo.people.find(({ is }) => is === 'streamer')!
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
      createCaller,
      traffic,
      profile,
      probe,
      answers: () => answers(webhookUrl),
      channelId: streamer.channelId,
      viewerChannelId: viewer.channelId,
      claims: { people: 1, readGrants: null, rewardIds: isReceiver ? await createRewards(call, app.clientId) : [] },
      reconcileMs: 0,
      start: ({ accessToken, refreshToken }) =>
        start({ ...env, ONAIR_ACCESS_TOKEN: accessToken, ONAIR_REFRESH_TOKEN: refreshToken }),
    }),
  )
}

/** Uses the application and the channel of the program. */
async function openRunningLab(
  opening: AsyncDisposableStack,
  { createCaller, overview, subject: { profile, probe, drops }, ...settings }: LabSettings,
  { clientId, webhookUrl, waitMs, reconcileMs }: RunningProgram,
): Promise<Lab> {
  const call = createCaller({})
  const { rules } = await call(sandboxApi.faults.getFaults)
  if (rules.length > 0) throw cannotCertify('FAULT_PLAN_SET')
  const grants = drops?.grants ?? null
  const isReceiver = takesWebhooks(profile)
  if (isReceiver && Math.abs(aheadSecOf(overview.now)) > maxAheadSec) throw cannotCertify('CLOCK_MOVED')
  if (webhookUrl !== null && !(await isListening(webhookUrl)))
    throw new LabError(
      'NO_LISTENER',
      `Nothing listens at ${webhookUrl}. Start the program first, or correct the address. Nothing was changed.`,
    )
  const viewer = await createPerson(call, '인증 시청자')
  const found = isReceiver
    ? { channelId: null, sessions: [] }
    : await findSession(call, { clientId, waitMs, ...settings })
  if (webhookUrl !== null) opening.use(await useWebhook(call, clientId, webhookUrl))
  const traffic = opening.use(await RecordedTraffic.open({ call, clientId, ...found }))
  return opening.use(
    new Lab({
      ...settings,
      createCaller,
      traffic,
      profile,
      probe,
      clientId,
      clientSecret: null,
      answers: () => answers(webhookUrl),
      channelId: found.channelId ?? viewer.channelId,
      viewerChannelId: viewer.channelId,
      claims: {
        people: drops?.claims ?? 1,
        readGrants: grants === null ? null : () => readGrants(grants),
        rewardIds: isReceiver ? await createRewards(call, clientId) : [],
      },
      reconcileMs,
      start: null,
    }),
  )
}

function cannotCertify(code: keyof typeof reasons): LabError {
  return new LabError(code, reasons[code])
}

function createPerson(call: Client, channelName: string) {
  return call(sandboxApi.people.createPerson, { body: { channelName } })
}

async function createRewards(call: Client, clientId: string): Promise<string[]> {
  const body = { clientId, categoryId: 'talk', rewards: rewardNames }
  const { rewardIds } = await call(sandboxApi.drops.createCampaign, { body })
  return rewardIds
}

/** Whether a program takes connections there, whatever it answers. */
function isListening(webhookUrl: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(webhookUrl)
  const defaultPort = protocol === 'https:' ? 443 : 80
  // Addresses of IPv6 are in brackets.
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || defaultPort,
    timeout: answerMs,
  })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('timeout', () => resolve(false))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

async function answers(webhookUrl: string | null): Promise<boolean> {
  return fetch(webhookUrl ?? '', { method: 'HEAD', signal: AbortSignal.timeout(answerMs) }).then(
    () => true,
    () => false,
  )
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
    if (performance.now() >= end && first === undefined) throw cannotCertify('NO_SESSION')
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
