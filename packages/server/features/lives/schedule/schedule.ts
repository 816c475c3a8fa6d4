import { limits, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { utcSecond, utcSecondOrNull } from '../../../shared/dates.ts'
import { deleteInBatches } from '../../../infra/db/batches.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { parseShortText } from '../../../shared/text.ts'
import { refuseWord, type SiteText } from '../../../shared/words/site-words.ts'
import { loadCategory } from '../../categories/category-store.ts'
import { refusalToStream } from '../live-rules.ts'
import { loadStreamerFacts } from '../streamer-store.ts'
import { listOccurrences, nextStartOf, refusalOfPlan } from './schedule-rules.ts'
import {
  deletePassedPlans,
  deletePlan,
  insertPlan,
  listPlans,
  lockPassedPlans,
  lockPlan,
  lockPlans,
  updateNextStarts,
  updatePlan,
  type PlanRow,
} from './schedule-store.ts'

type Content = ContentOf<typeof consoleApi.schedule.getOwnSchedule>
export type PlannedLive = Content['occurrences'][number]

/** The plans of a channel, and the broadcasts that they bring. */
export async function getOwnSchedule(channelId: string, deps: Pick<Deps, 'clock' | 'db'>): Promise<Content> {
  const rows = await listPlans(deps.db.read, channelId)
  const data = rows.map((row) => {
    const { id: scheduleId, title, localStart, timeZone, isWeekly, lengthMin } = row
    return { scheduleId, title, category: categoryOf(row), localStart, timeZone, isWeekly, lengthMin }
  })
  return { data, occurrences: occurrencesOf(rows, deps.clock.now()) }
}

/** The next broadcasts that a channel plans. */
export async function listPlannedLives(
  channelId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<PlannedLive[]> {
  return occurrencesOf(await listPlans(db.read, channelId), clock.now())
}

type ScheduleDeps = Pick<Deps, 'clock' | 'db' | 'random'> & { site: SiteText }
type PlanInput = BodyOf<typeof consoleApi.schedule.createScheduledLive>

export async function createScheduledLive(
  { channelId, ...input }: PlanInput & { channelId: string },
  deps: ScheduleDeps,
): Promise<{ scheduleId: string }> {
  const now = deps.clock.now()
  const id = deps.random.uuid()
  const parsed = await parsePlan(channelId, input, deps)
  await deps.db.transaction(async (tx) => {
    if ((await lockPlans(tx, channelId)) >= limits.scheduledLives)
      throw new Refusal('badInput', errorReason('TOO_MANY_SCHEDULED', { most: limits.scheduledLives }))
    await insertPlan(tx, { id, channel_id: channelId, created_at: now, ...rowOf(parsed, [], now) })
  })
  return { scheduleId: id }
}

/** Replaces a plan. Days that are cancelled remain so where it still has them. */
export async function updateScheduledLive(
  { channelId, scheduleId, ...input }: PlanInput & { channelId: string; scheduleId: string },
  deps: ScheduleDeps,
): Promise<void> {
  const parsed = await parsePlan(channelId, input, deps)
  await deps.db.transaction(async (tx) => {
    const former = await lockPlan(tx, channelId, scheduleId)
    if (former === null) throw new Refusal('notFound', 'NO_SUCH_SCHEDULED')
    await updatePlan(tx, scheduleId, rowOf(parsed, former.cancelledDays, deps.clock.now()))
  })
}

export async function deleteScheduledLive(
  { channelId, scheduleId }: { channelId: string; scheduleId: string },
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const isDeleted = await db.transaction((tx) => deletePlan(tx, channelId, scheduleId))
  if (!isDeleted) throw new Refusal('notFound', 'NO_SUCH_SCHEDULED')
}

/** Cancels the broadcast of one day, or plans it again. */
export async function setOccurrence(
  {
    channelId,
    scheduleId,
    day,
    isCancelled,
  }: Record<'channelId' | 'scheduleId' | 'day', string> & {
    isCancelled: boolean
  },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const plan = await lockPlan(tx, channelId, scheduleId)
    const occurrences = plan === null ? [] : listOccurrences(plan, now)
    if (plan === null || !occurrences.some((one) => one.day === day)) throw new Refusal('notFound', 'NO_SUCH_SCHEDULED')
    const cancelledDays = occurrences
      .filter((one) => (one.day === day ? isCancelled : one.isCancelled))
      .map((one) => one.day)
    const next_at = nextStartOf({ ...plan, cancelledDays }, now)
    await updatePlan(tx, scheduleId, { cancelled_days: cancelledDays, next_at })
  })
}

const plansPerBatch = 200
const passedKeptMs = 86_400_000

/** Moves weekly plans on to their next start, and deletes the others a day after theirs. */
export async function sweepSchedule({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await deleteInBatches(db, (tx, limit) => deletePassedPlans(tx, now - passedKeptMs, limit))
  await db.transaction(async (tx) => {
    const passed = await lockPassedPlans(tx, now, plansPerBatch)
    const nexts = passed.map((plan) => ({ id: plan.id, nextAt: nextStartOf(plan, now) }))
    await updateNextStarts(tx, nexts)
  })
}

async function parsePlan(
  channelId: string,
  { title: text, ...plan }: PlanInput,
  deps: Omit<ScheduleDeps, 'random'>,
): Promise<PlanInput> {
  const refused = refusalToStream(await loadStreamerFacts(deps.db.read, channelId, deps.clock.now()))
  if (refused !== null) throw new Refusal('forbidden', refused)
  const parsed = parseShortText(text, limits.liveTitleLength)
  if ('refusal' in parsed) throw invalidField('title', parsed.refusal)
  await refuseWord(parsed.text, () => invalidField('title', 'SITE_WORD'), deps)
  const { categoryId } = plan
  if (categoryId !== null && (await loadCategory(deps.db.read, categoryId)) === null)
    throw invalidField('categoryId', 'NO_SUCH_CATEGORY')
  const refusal = refusalOfPlan(plan, deps.clock.now())
  if (refusal !== null) throw invalidField(refusal.field, refusal.code)
  return { title: parsed.text, ...plan }
}

function rowOf({ title, categoryId, ...times }: PlanInput, cancelledDays: readonly string[], now: number) {
  const plan = { ...times, cancelledDays }
  const kept = listOccurrences(plan, now).filter(({ isCancelled }) => isCancelled)
  const { localStart, timeZone, isWeekly, lengthMin } = times
  return {
    title,
    category_id: categoryId,
    local_start: localStart,
    time_zone: timeZone,
    is_weekly: isWeekly,
    length_min: lengthMin,
    cancelled_days: kept.map(({ day }) => day),
    next_at: nextStartOf(plan, now),
  }
}

function occurrencesOf(rows: readonly PlanRow[], now: number): PlannedLive[] {
  return rows
    .flatMap((row) => listOccurrences(row, now).map((one) => ({ row, ...one })))
    .sort((one, other) => one.startsAt - other.startsAt || (one.row.id < other.row.id ? -1 : 1))
    .slice(0, limits.listedOccurrences)
    .map(({ row, day, startsAt, endsAt, isCancelled }) => ({
      scheduleId: row.id,
      day,
      startsDate: utcSecond(startsAt),
      endsDate: utcSecondOrNull(endsAt),
      title: row.title,
      category: categoryOf(row),
      isCancelled,
    }))
}

function categoryOf({ categoryId, categoryValue, categoryEnglishName }: PlanRow): PlannedLive['category'] {
  if (categoryId === null || categoryValue === null) return null
  return { categoryId, categoryValue, englishName: categoryEnglishName ?? categoryValue }
}
