import { sandboxApi, type ContentOf } from '@onair/contract'
import { createClient, type Client } from '@onair/sdk/http'
import { fail, type Check, type Outcome } from './check.ts'
import type { SeenRequest } from './seen-request.ts'
import { messageChecks } from './checks/messages.ts'
import { sessionChecks } from './checks/sessions.ts'
import { webhookChecks } from './checks/webhooks.ts'
import { trafficChecks } from './checks/traffic.ts'
import { Lab, type Subject } from './lab.ts'
import { Relay } from './relay.ts'

/** In the order in which they run: the clock is moved at the end. */
export const checks: readonly Check[] = [
  sessionChecks.startsSession,
  messageChecks.survivesUnknownFields,
  messageChecks.survivesUnknownEvents,
  messageChecks.survivesUnknownSystemTypes,
  messageChecks.handlesDoubledMessages,
  messageChecks.handlesReorderedMessages,
  messageChecks.survivesMissingProfile,
  messageChecks.survivesAnonymousDonation,
  messageChecks.handlesLongMessages,
  messageChecks.handlesEmoticons,
  sessionChecks.subscribesAfterConnected,
  sessionChecks.reconnectsAfterCut,
  sessionChecks.newUrlForEachSession,
  sessionChecks.resubscribesAfterRevoked,
  sessionChecks.honoursRetryAfter,
  trafficChecks.honoursRetryAfter,
  webhookChecks.fulfillsClaim,
  webhookChecks.isIdempotent,
  webhookChecks.survivesUnknownNotifications,
  webhookChecks.rejectsWrongSignatures,
  webhookChecks.rejectsOld,
  webhookChecks.answersInTime,
  webhookChecks.honoursRetryAfter,
  trafficChecks.keepsUnderQuotas,
  sessionChecks.staysUnderSessionLimits,
  trafficChecks.refreshesOnce,
  webhookChecks.reconcilesMissedClaims,
  trafficChecks.keepsSecrets,
]

export type CheckResult = Omit<Check, 'run'> &
  Pick<Outcome, 'verdict' | 'seen'> & { tookMs: number; requests: Evidence[] }
/** A request of the program, with its page in the inspector. */
type Evidence = { line: string; inspectorUrl: string | null }

export type Report = {
  profile: Subject['profile']
  /** What was certified: the command or URL. */
  name: string
  version: string
  date: string
  /** Passed points of 100; null if no check applied. */
  score: number | null
  passedPoints: number
  applicablePoints: number
  results: CheckResult[]
}

type CertifyOptions = {
  sandbox: { baseUrl: string; sandboxSecret?: string | undefined }
  name: string
  subject: Subject
  /** The ids of the checks to run; null: all of the profile. */
  only?: readonly string[] | null
  patienceMs?: number
  wireProfile?: 'documented' | 'observed'
  onResult?: (result: CheckResult) => void
}

const defaultPatienceMs = 10_000
/** The sandbox has this organization, which may have the drops scope. */
const organizationId = 'onair-demo'
const requestsPerResult = 8
const rewardCount = 20
const toleratedSec = 2

/** Runs a program in a channel and an application of its own in this sandbox. It moves the clock and sets the fault plan. */
export async function certify({
  sandbox,
  name,
  subject,
  only = null,
  onResult = () => {},
  ...options
}: CertifyOptions): Promise<Report> {
  const { baseUrl, sandboxSecret } = sandbox
  const call = createClient({ baseUrl, credentials: { ...(sandboxSecret !== undefined && { sandboxSecret }) } })
  const overview = await call(sandboxApi.demo.getOverview)
  if (subject.profile === 'receiver') await setClock(call, overview.now)
  await using relay = await Relay.open(overview)
  await using lab = await openLab({ call, relay, subject, overview, ...options })
  const results: CheckResult[] = []
  for (const check of checks) {
    if (!check.profiles.includes(subject.profile) || (only !== null && !only.includes(check.id))) continue
    const result = await runCheck(check, lab, overview.consoleUrl)
    results.push(result)
    onResult(result)
  }
  return { profile: subject.profile, name, version: overview.version, date: overview.now, results, ...scoreOf(results) }
}

/** Receivers compare timestamps with their own clock. */
async function setClock(call: Client, now: string): Promise<void> {
  const advanceSeconds = Math.round((Date.now() - Date.parse(now)) / 1_000)
  if (Math.abs(advanceSeconds) > toleratedSec) await call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
}

function scoreOf(results: readonly CheckResult[]) {
  const sum = (verdicts: readonly string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).reduce((total, { points }) => total + points, 0)
  const [passedPoints, applicablePoints] = [sum(['pass']), sum(['pass', 'fail'])]
  return {
    passedPoints,
    applicablePoints,
    score: applicablePoints === 0 ? null : Math.floor((passedPoints * 100) / applicablePoints),
  }
}

async function runCheck({ run, ...check }: Check, lab: Lab, consoleUrl: string): Promise<CheckResult> {
  const startedAt = lab.relay.now()
  const { verdict, seen, requests = [] } = await outcomeOf(run, check.id, lab)
  const evidence = requests.slice(0, requestsPerResult).map((request) => describe(request, consoleUrl))
  return { ...check, verdict, seen, requests: evidence, tookMs: Math.round(lab.relay.now() - startedAt) }
}

async function outcomeOf(run: Check['run'], id: string, lab: Lab): Promise<Outcome> {
  const isReady = await lab.ready()
  if (!isReady && !id.endsWith('-start')) return fail('It was not ready: see the first check.')
  return run(lab)
}

/** Without the query, which may have secrets. */
function describe({ method, path, status, traceId }: SeenRequest, consoleUrl: string): Evidence {
  return {
    line: `${method} ${path} → ${status === 0 ? 'no response' : status}`,
    inspectorUrl: traceId === null ? null : `${consoleUrl}/inspector?traceId=${encodeURIComponent(traceId)}`,
  }
}

type OpenLabOptions = Pick<CertifyOptions, 'patienceMs' | 'wireProfile' | 'subject'> & {
  call: Client
  relay: Relay
  overview: ContentOf<typeof sandboxApi.demo.getOverview>
}

/** Registers a streamer, a viewer and an application for the program. */
async function openLab({
  call,
  relay,
  overview,
  subject,
  patienceMs = defaultPatienceMs,
  wireProfile = 'documented',
}: OpenLabOptions) {
  const person = (channelName: string) => call(sandboxApi.people.createPerson, { body: { channelName } })
  const [streamer, viewer] = [await person('인증 방송'), await person('인증 시청자')]
  const owner = overview.demo.people.find(({ role }) => role === 'streamer')!
  const isReceiver = subject.profile === 'receiver'
  const app = await call(sandboxApi.apps.createApp, {
    body: {
      name: 'certify',
      redirectUri: overview.demo.redirectUri,
      wireProfile,
      ...(isReceiver && {
        organizationId,
        ownerChannelId: owner.channelId,
        webhookUrl: `http://127.0.0.1:${subject.port}${subject.webhookPath}`,
      }),
    },
  })
  const rewards = Array.from({ length: rewardCount }, (_, at) => `reward ${at + 1}`)
  const campaign = { clientId: app.clientId, categoryId: 'talk', rewards }
  const { rewardIds } = isReceiver ? await call(sandboxApi.drops.createCampaign, { body: campaign }) : { rewardIds: [] }
  return new Lab({
    call,
    relay,
    app,
    channelId: streamer.channelId,
    viewerChannelId: viewer.channelId,
    subject,
    patienceMs,
    rewardIds,
  })
}
