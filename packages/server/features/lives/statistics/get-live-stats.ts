import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../../shared/dates.ts'
import type { Deps } from '../../../infra/deps.ts'
import { listDonationHours, listSamples, loadLiveTotals, loadLastLive } from './live-sample-store.ts'
import { sampleStepMs, sampleTimes } from './sample-rules.ts'

type LiveStats = ContentOf<typeof consoleApi.studio.getLiveStats>

const maxSteps = 120
const hourMs = 3_600_000
const donationHours = 24

/** The viewers and chat rate of the live on air or the last one, what it brought, and donations by hour. */
export async function getLiveStats(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<LiveStats> {
  const now = clock.now()
  const firstHour = now - (now % hourMs) - (donationHours - 1) * hourMs
  const [live, hours] = await Promise.all([
    loadLastLive(db.read, channelId, now - limits.liveSampleDays * 24 * hourMs),
    listDonationHours(db.read, channelId, firstHour),
  ])
  return {
    live: live && (await summarizeLive(channelId, live, { now, db })),
    donations: Array.from({ length: donationHours }, (_, index) => {
      const at = firstHour + index * hourMs
      const { count = 0, amount = 0 } = hours.find((hour) => hour.at === at) ?? {}
      return { date: utcSecond(at), count, amount }
    }),
  }
}

async function summarizeLive(
  channelId: string,
  { liveId, openedAt, closedAt }: NonNullable<Awaited<ReturnType<typeof loadLastLive>>>,
  { now, db }: { now: number } & Pick<Deps, 'db'>,
): Promise<LiveStats['live']> {
  const [samples, totals] = await Promise.all([
    listSamples(db.read, liveId),
    loadLiveTotals(db.read, { channelId, from: openedAt, to: closedAt ?? now }),
  ])
  const viewers = samples.map((sample) => sample.viewers)
  return {
    liveId,
    openedDate: utcSecond(openedAt),
    closedDate: utcSecondOrNull(closedAt),
    peakViewers: Math.max(0, ...viewers),
    averageViewers: Math.round(viewers.reduce((sum, count) => sum + count, 0) / Math.max(1, viewers.length)),
    messages: samples.reduce((sum, { messages }) => sum + messages, 0),
    ...totals,
    ...toSteps(samples, { openedAt, closedAt }),
  }
}

type Samples = Awaited<ReturnType<typeof listSamples>>

/**
 * From the first minute on. Joins the minutes of a long live, so that a chart has at most `maxSteps` steps. Minutes
 * without a sample are null. The last sample of a live is taken at most a minute after its end.
 */
function toSteps(
  samples: Samples,
  { openedAt, closedAt }: { openedAt: number; closedAt: number | null },
): Pick<NonNullable<LiveStats['live']>, 'stepSec' | 'steps'> {
  const [firstSample, lastSample] = [samples[0], samples.at(-1)]
  if (firstSample === undefined || lastSample === undefined) return { stepSec: sampleStepMs / 1_000, steps: [] }
  const first = Math.min(firstSample.at, sampleTimes.next(openedAt))
  const last = lastSample.at
  const minutes = Math.round((last - first) / sampleStepMs) + 1
  const stepMinutes = Math.max(1, Math.ceil(minutes / maxSteps))
  const stepMs = stepMinutes * sampleStepMs
  // A sample has the messages since the one before.
  const rated = samples.map((sample, index) => ({
    ...sample,
    minutes: (sample.at - (samples[index - 1]?.at ?? first - sampleStepMs)) / sampleStepMs,
  }))
  const byStep = Map.groupBy(rated, ({ at }) => Math.floor((at - first) / stepMs))
  const steps = Array.from({ length: Math.ceil(minutes / stepMinutes) }, (_, index) => {
    const found = byStep.get(index) ?? []
    const sum = (field: 'messages' | 'minutes') => found.reduce((total, sample) => total + sample[field], 0)
    return {
      date: utcSecond(Math.min(first + index * stepMs, closedAt ?? Infinity)),
      viewers: found.length === 0 ? null : Math.max(...found.map(({ viewers }) => viewers)),
      messagesPerMinute: found.length === 0 ? null : Math.round((sum('messages') / sum('minutes')) * 10) / 10,
    }
  })
  return { stepSec: stepMs / 1_000, steps }
}
