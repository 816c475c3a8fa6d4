import { sandboxApi, type ContentOf } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import type { Evidence, Report } from '../run.ts'

export type InspectorRecord = ContentOf<typeof sandboxApi.inspector.listRecords>['data'][number]
/** The records of each piece of evidence. The inspector has redacted their secrets. */
export type EvidenceRecords = ReadonlyMap<string, readonly InspectorRecord[]>

const recordsPerEvidence = 10
const recordsPerSession = 30

/** Reads what the inspector has about the requests and sessions of a report, before the sandbox ends. */
export async function readRecords(
  { results }: Report,
  { baseUrl, sandboxSecret }: { baseUrl: string; sandboxSecret?: string | undefined },
): Promise<EvidenceRecords> {
  const call = createClient({ baseUrl, credentials: sandboxSecret === undefined ? {} : { sandboxSecret } })
  const records = new Map<string, readonly InspectorRecord[]>()
  for (const evidence of results.flatMap(({ requests }) => requests)) {
    const key = keyOf(evidence)
    if (key === null || records.has(key)) continue
    const { traceId, sessionKey } = evidence
    const filter =
      traceId === null
        ? { ...(sessionKey !== null && { sessionKey }), size: recordsPerSession }
        : { traceId, size: recordsPerEvidence }
    const { data } = await call(sandboxApi.inspector.listRecords, { query: { ...filter, full: true } })
    records.set(key, data.toReversed())
  }
  return records
}

export function recordsOf(evidence: Evidence, records: EvidenceRecords): readonly InspectorRecord[] {
  const key = keyOf(evidence)
  return key === null ? [] : (records.get(key) ?? [])
}

function keyOf({ traceId, sessionKey }: Evidence): string | null {
  return traceId ?? sessionKey
}
