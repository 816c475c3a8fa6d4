import { createHash } from 'node:crypto'
import type { CaseFileSubject } from '@onair/contract'
import { currentActor, runAsActor } from '../../infra/actor.ts'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { parseTimestamp, utcDate } from '../../shared/dates.ts'
import { invalidField } from '../../shared/refusal.ts'
import { caseFileKinds, findCaseFileRows, type CaseFileRow } from './case-file-store.ts'
import { isKnown } from './hold-store.ts'
import { noAccount } from './holds.ts'

export type CaseFileRequest = {
  /** The address of the site. */
  site: string
  channelId: string
  subject: CaseFileSubject
  since: string
  until: string
  caseNumber: string
  reason: string
}
/** The last line. The hash is that of all bytes before it. */
export type CaseFileEnd = { kind: 'end'; lines: number; counts: Record<string, number>; sha256: string }

const pageSize = 1_000

/**
 * The lines of a case file, a JSON object in each: what was asked for, then the rows of each kind by time, and the end. Rows
 * are read page by page, as the reader takes them.
 */
export async function openCaseFile(
  { channelId, since, until, ...request }: CaseFileRequest,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<AsyncIterable<string>> {
  const range = { since: parseTimestamp('since', since) ?? 0, until: parseTimestamp('until', until) ?? 0 }
  if (range.until <= range.since) throw invalidField('until', 'INVALID_DATE')
  if (!(await isKnown(db.read, channelId))) throw noAccount(channelId)
  const { actor, network } = currentActor()
  const head = {
    kind: 'caseFile',
    formatVersion: 1,
    channelId,
    ...request,
    since: utcDate(range.since),
    until: utcDate(range.until),
    createdDate: utcDate(clock.now()),
    createdBy: actor.id,
  }
  const { caseNumber, reason, subject } = request
  return writeLines(head, readRows({ channelId, subject, ...range }, { db }), ({ lines, sha256 }) =>
    runAsActor({ network, actor: () => actor }, () => {
      const detail = { caseNumber, reason, subject, since: head.since, until: head.until, lines, sha256 }
      return db.transaction((tx) => recordAudit(tx, clock.now(), { action: 'case_file.created', channelId, detail }))
    }),
  )
}

async function* writeLines(
  head: object,
  rows: AsyncIterable<{ kind: string }>,
  onEnd: (end: CaseFileEnd) => Promise<void>,
): AsyncIterable<string> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = Object.fromEntries(caseFileKinds.map((kind) => [kind, 0]))
  let lines = 0
  const add = (content: object) => {
    const line = `${JSON.stringify(content)}\n`
    hash.update(line)
    lines += 1
    return line
  }
  yield add(head)
  for await (const row of rows) {
    counts[row.kind] = (counts[row.kind] ?? 0) + 1
    yield add(row)
  }
  const end: CaseFileEnd = { kind: 'end', lines, counts, sha256: hash.digest('hex') }
  // Before the last line: a file that is complete is in the audit log.
  await onEnd(end)
  yield `${JSON.stringify(end)}\n`
}

type Range = { channelId: string; subject: CaseFileSubject; since: number; until: number }

async function* readRows(range: Range, { db }: Pick<Deps, 'db'>) {
  for (const kind of caseFileKinds) {
    let after: CaseFileRow | null = null
    for (;;) {
      const rows: CaseFileRow[] = await findCaseFileRows(db.scanning.read, kind, { ...range, after, limit: pageSize })
      for (const { content, deletedAt } of rows) yield { kind, data: toFields(content), ...whenDeleted(deletedAt) }
      after = rows.at(-1) ?? null
      if (after === null) break
    }
  }
}

function whenDeleted(deletedAt: Date | null) {
  return deletedAt === null ? {} : { deletedDate: deletedAt.toISOString() }
}

/** Columns in the style of the API, with dates for times in milliseconds. */
function toFields(content: CaseFileRow['content']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).map(([column, value]) => [nameOf(column), valueOf(column, value)]))
}

function nameOf(column: string): string {
  return column
    .replace(/^at$|_at$|_time$/, (end) => (end === 'at' ? 'date' : '_date'))
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function valueOf(column: string, value: unknown): unknown {
  return typeof value === 'number' && /^at$|_at$|_time$/.test(column) ? utcDate(value) : value
}
