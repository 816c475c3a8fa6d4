import { useCallback, useEffect, useRef, useState } from 'react'
import { sandboxApi, consoleApi, type ContentOf, type QueryOf, type RecordKind } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { isSandbox } from '../../../lib/page-settings.ts'

export type InspectorRecord = ContentOf<typeof sandboxApi.inspector.listRecords>['data'][number]
export type Explanation = ContentOf<typeof sandboxApi.inspector.explainMissingEvent>
type RecordQuery = QueryOf<typeof consoleApi.inspector.listRecords>
type ExplainQuery = QueryOf<typeof consoleApi.inspector.explainMissingEvent>

/** The filters in the address of the page. */
export type RecordFilters = {
  app?: string
  kind?: RecordKind
  name?: string
  status?: string
  channel?: string
  session?: string
  traceId?: string
  text?: string
  /** Only events that reached no session. */
  missed?: true
  /** Only records after this position. */
  since?: number
}

/** Lists records: in a sandbox of all applications, otherwise of one application of the user. */
export function listRecords(app: string | undefined, query: RecordQuery) {
  if (isSandbox)
    return api(sandboxApi.inspector.listRecords, { query: { ...query, ...(app !== undefined && { clientId: app }) } })
  return api(consoleApi.inspector.listRecords, { pathParams: { clientId: app ?? '' }, query })
}

/** The latest messages to sessions of one name, of one application or of all: `SYSTEM connected`, `closed`. */
export const framesQuery = (app: string | undefined, name: string) => ({
  queryKey: ['records', 'sessions', app, name],
  queryFn: () => listRecords(app, { kind: 'frame', name, size: 100 }),
})

/** In a sandbox, a trace can contain records of several applications, so the filter is dropped. */
export function appForTrace(app: string | undefined): string | undefined {
  return isSandbox ? undefined : app
}

export function explainMissingEvent(app: string | undefined, query: ExplainQuery): Promise<Explanation> {
  if (isSandbox)
    return api(sandboxApi.inspector.explainMissingEvent, {
      query: { ...query, ...(app !== undefined && { clientId: app }) },
    })
  return api(consoleApi.inspector.explainMissingEvent, { pathParams: { clientId: app ?? '' }, query })
}

export function toRecordQuery({ app: _app, channel, session, since, ...filters }: RecordFilters): RecordQuery {
  return {
    ...filters,
    ...(since !== undefined && { after: since }),
    ...(channel !== undefined && { channelId: channel }),
    ...(session !== undefined && { sessionKey: session }),
  }
}

const pollIntervalMs = 1_000
/** A page holds so many. Then the oldest leave it when new ones arrive, and no older ones can be loaded. */
export const maxRecords = 10_000

type RecordList = { records: readonly InspectorRecord[]; older: number | null }

/** The newest matching records. Polls for newer ones while the component is mounted. */
export function useRecords(filters: RecordFilters, { isPaused }: { isPaused: boolean }) {
  const [list, setList] = useState<RecordList | null>(null)
  const [error, setError] = useState<unknown>(null)
  const newestPosition = useRef<number | null>(null)
  const { app } = filters
  const queryJson = JSON.stringify({ ...toRecordQuery(filters), summary: true })
  // An event that has just been sent is missed until it arrives: the newest page is read again, until older ones are loaded.
  const isReadAgain = filters.missed === true
  const hasOlder = useRef(false)

  useEffect(() => {
    if (isPaused) return undefined
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const query = JSON.parse(queryJson) as RecordQuery
    const poll = async () => {
      try {
        const after = isReadAgain ? null : newestPosition.current
        const { data, page } = await listRecords(app, after === null ? query : { ...query, after })
        if (isCancelled || (isReadAgain && hasOlder.current)) return
        newestPosition.current = page.newest
        setError(null)
        // More than one page is new: start again from this page. `loadOlder` fills the gap.
        setList((previous) => {
          if (after === null || previous === null || (data.length > 0 && page.next !== null))
            return { records: data, older: page.next }
          return data.length === 0 ? previous : limitRecords([...data, ...previous.records], previous.older)
        })
      } catch (failed) {
        if (!isCancelled) setError(failed)
      }
      if (!isCancelled) timer = setTimeout(() => void poll(), pollIntervalMs)
    }
    void poll()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [app, queryJson, isPaused, isReadAgain])

  const before = list?.older ?? null
  const loadOlder = useCallback(async () => {
    if (before === null) return
    hasOlder.current = true
    try {
      const { data, page } = await listRecords(app, { ...(JSON.parse(queryJson) as RecordQuery), before })
      // A second click may have loaded them already.
      setList((previous) =>
        previous?.older === before ? limitRecords([...previous.records, ...data], page.next) : previous,
      )
    } catch (failure) {
      setError(failure)
    }
  }, [app, queryJson, before])
  const isFull = (list?.records.length ?? 0) === maxRecords
  return { records: list?.records ?? null, older: before, isFull, error, loadOlder }
}

function limitRecords(records: readonly InspectorRecord[], older: number | null): RecordList {
  return records.length < maxRecords ? { records, older } : { records: records.slice(0, maxRecords), older: null }
}
