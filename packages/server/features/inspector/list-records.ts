import type { consoleApi, ContentOf, RecordDetail } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { summarizeRecord } from './summarize-record.ts'
import { findRecords, loadSearchRange, type FoundRecord, type RecordFilter, type RecordScope } from './record-store.ts'

type RecordList = ContentOf<typeof consoleApi.inspector.listRecords>

/**
 * The records of a scope, newest first, including those this process has not yet written. A search covers a limited
 * number of records; `next` continues after them, whether or not any matched.
 */
export async function listRecords(
  scope: RecordScope,
  { size = 50, ...filter }: RecordFilter & { size?: number },
  { db, recorder }: Pick<Deps, 'db' | 'recorder'>,
): Promise<RecordList> {
  if (scope.by !== 'all') await recorder.startRecording(scope.clientId)
  await recorder.flush()
  const { newest, from: searchedFrom } = await loadSearchRange(db.read, scope, filter)
  const found = await findRecords(db.read, scope, { ...filter, searchedFrom }, size + 1)
  const rows = found.slice(0, size)
  return {
    data: rows.map((row) => toRecord(row, filter)),
    page: {
      next: found.length > size ? (rows.at(-1)?.position ?? null) : searchedFrom,
      newest: newest ?? rows[0]?.position ?? filter.after ?? null,
    },
  }
}

function toRecord(row: FoundRecord, { full, summary }: RecordFilter): RecordList['data'][number] {
  const { at, deliveryId, endpointId, endpointName, rewardName, isTest, state, ...unread } = row
  const { attempts, nextAttemptAt, failure, detail: detailJson, ...fields } = unread
  const detail = detailJson === null ? null : (JSON.parse(detailJson) as RecordDetail)
  return {
    ...fields,
    date: utcDate(at),
    delivery:
      deliveryId === null || endpointId === null || state === null
        ? null
        : {
            deliveryId,
            endpointId,
            endpointName,
            rewardName,
            isTest: isTest ?? false,
            state,
            attempts: attempts ?? 0,
            nextAttemptDate: nextAttemptAt === null ? null : utcDate(nextAttemptAt),
            failure,
          },
    summary: summary && detail !== null ? summarizeRecord(detail) : null,
    detail: full ? detail : null,
  }
}
