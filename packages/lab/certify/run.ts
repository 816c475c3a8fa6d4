import { sandboxApi } from '@onair/contract'
import { createClient, type Credentials } from '@onair/sdk/http'
import { fail, notRun, type Check, type Outcome } from './check.ts'
import { messageChecks } from './checks/messages.ts'
import { sessionChecks } from './checks/sessions.ts'
import { backoffChecks } from './checks/backoff.ts'
import { dropsChecks } from './checks/drops.ts'
import { duplicateChecks } from './checks/duplicates.ts'
import { refreshChecks } from './checks/refresh.ts'
import { retryAfterChecks } from './checks/retry-after.ts'
import { webhookChecks } from './checks/webhooks.ts'
import { trafficChecks } from './checks/traffic.ts'
import type { Lab } from './lab.ts'
import { describeSeen, textsIn } from './locales/index.ts'
import type { CheckId, Language, Seen, Verdict } from './locales/texts.ts'
import { openLab, type Subject } from './open-lab.ts'
import type { Profile } from './profile.ts'
import { seen } from './seen.ts'
import type { SeenRequest } from './seen-request.ts'

/** Checks run in this order: the first cut is that of reconnect-cut, and the clock is moved at the end. */
export const checks: readonly Check[] = [
  sessionChecks.startsSession,
  messageChecks.survivesUnknownFields,
  messageChecks.survivesUnknownValues,
  messageChecks.survivesUnknownEvents,
  messageChecks.handlesDoubledMessages,
  messageChecks.handlesReorderedMessages,
  messageChecks.survivesMissingProfile,
  messageChecks.survivesAnonymousDonation,
  messageChecks.handlesLongMessages,
  messageChecks.handlesEmoticons,
  sessionChecks.reconnectsAfterCut,
  messageChecks.survivesUnknownSystemTypes,
  sessionChecks.subscribesAfterConnected,
  sessionChecks.newUrlForEachSession,
  sessionChecks.resubscribesAfterRevoked,
  backoffChecks.backsOff,
  retryAfterChecks.waitsBeforeSession,
  retryAfterChecks.waitsBeforeSubscription,
  retryAfterChecks.waitsBeforeMessage,
  webhookChecks.fulfillsClaim,
  duplicateChecks.isIdempotent,
  duplicateChecks.isIdempotentToConcurrent,
  duplicateChecks.isIdempotentToResends,
  webhookChecks.verifiesRawBody,
  webhookChecks.survivesUnknownNotifications,
  webhookChecks.rejectsWrongSignatures,
  webhookChecks.rejectsOld,
  webhookChecks.answersInTime,
  webhookChecks.honoursRetryAfter,
  dropsChecks.takesReordered,
  trafficChecks.keepsUnderQuotas,
  sessionChecks.staysUnderSessionLimits,
  refreshChecks.storesRefreshToken,
  refreshChecks.refreshesOnce,
  webhookChecks.reconcilesMissedClaims,
  dropsChecks.survivesFailingApi,
  dropsChecks.matchesGrants,
  trafficChecks.keepsSecrets,
]

/** Codes and numbers are the same in every language. */
export type CheckResult = {
  id: CheckId
  verdict: Verdict
  points: number
  tookMs: number
  /** The behaviour of the program, as codes with their parameters. */
  statements: readonly Seen[]
  requests: Evidence[]
  title: string
  seen: string
  section: string
  why: string
  fix: string
}
/** A request of the program, an action of the certification or a session. */
export type Evidence = {
  line: string
  /** `X-Request-Id` of the response; null if there is none. */
  traceId: string | null
  sessionKey: string | null
  /** Its page in the inspector, or its place in `report.html`. Null where the inspector ends with the certification. */
  link: string | null
}

export type Report = {
  profile: Profile
  /** The subject of the certification: the command, the URL or the application. */
  name: string
  language: Language
  version: string
  date: string
  /** Passed points of 100; null if no check applied. */
  score: number | null
  passedPoints: number
  applicablePoints: number
  /** Checks that could not be judged; they do not count in the score. */
  notRun: number
  results: CheckResult[]
}

type CertifyOptions = {
  sandbox: { baseUrl: string; sandboxSecret?: string | undefined }
  name: string
  subject: Subject
  /** The ids of the checks to run; null: all of the profile. */
  only?: readonly string[] | null
  language?: Language
  /** Whether the sandbox ends with the certification, and its inspector with it. */
  endsSandbox?: boolean
  patienceMs?: number
  signal?: AbortSignal
  onResult?: (result: CheckResult) => void
}

const defaultPatienceMs = 10_000
const requestsPerResult = 8

/**
 * Runs a program against this sandbox, whose fault plan it sets. A program that it starts gets a channel and an
 * application of its own. Throws a LabError if nothing can be certified.
 */
export async function certify({
  sandbox: { baseUrl, sandboxSecret },
  name,
  subject,
  only = null,
  language = 'en',
  endsSandbox = false,
  patienceMs = defaultPatienceMs,
  signal = new AbortController().signal,
  onResult = () => {},
}: CertifyOptions): Promise<Report> {
  const createCaller = (credentials: Credentials) =>
    createClient({
      baseUrl,
      credentials: { ...credentials, ...(sandboxSecret !== undefined && { sandboxSecret }) },
      maxRetries: 0,
    })
  const overview = await createCaller({})(sandboxApi.demo.getOverview)
  const { profile } = subject
  const consoleUrl = endsSandbox ? null : overview.consoleUrl
  await using opened = await openLab({ createCaller, overview, subject, patienceMs, signal })
  const results: CheckResult[] = []
  for (const check of checks) {
    if (!check.profiles.includes(profile) || (only !== null && !only.includes(check.id))) continue
    const result = await runCheck(check, opened.lab, { consoleUrl, language })
    results.push(result)
    onResult(result)
  }
  const { version, now: date } = overview
  return { profile, name, language, version, date, ...scoreOf(results), results }
}

function scoreOf(results: readonly CheckResult[]) {
  const sum = (verdicts: readonly Verdict[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).reduce((total, { points }) => total + points, 0)
  const [passedPoints, applicablePoints] = [sum(['pass']), sum(['pass', 'fail'])]
  return {
    score: applicablePoints === 0 ? null : Math.floor((passedPoints * 100) / applicablePoints),
    passedPoints,
    applicablePoints,
    notRun: results.filter(({ verdict }) => verdict === 'not run').length,
  }
}

type Presentation = { consoleUrl: string | null; language: Language }

/** Runs one check. Its result has the texts of the language. */
export async function runCheck(check: Check, lab: Lab, { consoleUrl, language }: Presentation): Promise<CheckResult> {
  const { id, points } = check
  const texts = textsIn(language)
  const startedAt = lab.traffic.now()
  const outcome = await outcomeOf(check, lab)
  const { verdict, seen: statements } = outcome
  return {
    id,
    verdict,
    points,
    tookMs: Math.round(lab.traffic.now() - startedAt),
    statements,
    requests: evidenceOf(outcome, { lab, startedAt, consoleUrl, language }).slice(0, requestsPerResult),
    ...texts.checks[id],
    seen: describeSeen(statements, texts),
  }
}

/** Returns the evidence of an outcome: requests or claims, or the actions, or the session. */
function evidenceOf(
  { requests = [], claims = [] }: Outcome,
  { lab, startedAt, consoleUrl, language }: Presentation & { lab: Lab; startedAt: number },
): Evidence[] {
  const pageOf = (filter: string, id: string) =>
    consoleUrl === null ? null : `${consoleUrl}/inspector?${filter}=${encodeURIComponent(id)}`
  const answerOf = ({ status, message }: SeenRequest) =>
    status === 0 ? textsIn(language).report.noResponse : `${status} ${message ?? ''}`.trimEnd()
  const lines = [
    // The path has no query, which may have secrets.
    ...requests.map((request) => ({
      line: `${request.method} ${request.path} → ${answerOf(request)}`,
      traceId: request.traceId,
    })),
    ...claims.map(({ claimId, checkId, traceIds: [traceId = null] }) => ({
      line: `claim ${claimId} (${checkId})`,
      traceId,
    })),
  ]
  const evidence = (lines.length > 0 ? lines : lab.actionsSince(startedAt)).map(({ line, traceId }) => ({
    line,
    traceId,
    sessionKey: null,
    link: traceId === null ? null : pageOf('traceId', traceId),
  }))
  const sessionKey = lab.session?.sessionKey ?? null
  if (evidence.length > 0 || sessionKey === null) return evidence
  return [{ line: `session ${sessionKey}`, traceId: null, sessionKey, link: pageOf('session', sessionKey) }]
}

/** Runs a check of a program that works. A failure that another check has counted does not count again. */
async function outcomeOf({ id, run, explainedBy = {} }: Check, lab: Lab): Promise<Outcome> {
  const isReady = await lab.ready()
  if (!isReady && !id.endsWith('-start'))
    return lab.startsProgram ? fail(seen('NOT_READY')) : notRun(seen('PROGRAM_GONE'))
  const outcome = await run(lab)
  if (outcome.verdict !== 'fail') return outcome
  const [check] = [...lab.failedChecks].filter((other) => {
    const codes = explainedBy[other] ?? []
    return codes === 'any' || outcome.seen.some(({ code }) => codes.includes(code))
  })
  lab.failedChecks.add(id)
  if (check === undefined) return outcome
  return { ...outcome, verdict: 'not applicable', seen: [...outcome.seen, seen('EXPLAINED_BY', { check })] }
}
