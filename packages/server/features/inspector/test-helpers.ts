import { sql } from 'kysely'
import type { ContentOf, sandboxApi } from '@onair/contract'
import type { TestApp } from '../../../../tests/support/apps/test-app.ts'

export type RecordPage = ContentOf<typeof sandboxApi.inspector.listRecords>
export type InspectorRecord = RecordPage['data'][number]

/** Lists up to 100 records, oldest first. `query` begins with `&`. */
export async function listRecords(testApp: Pick<TestApp, 'act'>, query = ''): Promise<InspectorRecord[]> {
  return (await readRecords(testApp, `size=100${query}`)).data.toReversed()
}

/** A page of records, by the text of a query. */
export function readRecords(testApp: Pick<TestApp, 'act'>, query: string): Promise<RecordPage> {
  return testApp.act('listRecords', Object.fromEntries(new URLSearchParams(query)))
}

/** The number of records by name. */
export async function countRecords(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(testApp.deps.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
