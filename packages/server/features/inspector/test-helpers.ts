import { sql } from 'kysely'
import type { ContentOf, sandboxApi } from '@onair/contract'
import type { TestApp } from '../../../../tests/support/test-app.ts'

export type RecordPage = ContentOf<typeof sandboxApi.inspector.listRecords>
export type InspectorRecord = RecordPage['data'][number]

/** Lists up to 100 records, oldest first. `query` begins with `&`. */
export async function listRecords(testApp: Pick<TestApp, 'sandbox'>, query = ''): Promise<InspectorRecord[]> {
  const { data }: RecordPage = await testApp.sandbox('GET', `/records?size=100${query}`)
  return data.toReversed()
}

/** The number of records by name. */
export async function countRecords(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(testApp.deps.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
