import { useEffect, useRef, useState } from 'react'
import { consoleInspector, sandboxInspector, type ContentOf, type QueryOf, type RecordKind } from '@onair/contract'
import { api } from '../api.ts'
import { isSandbox } from '../mode.ts'

export type Shown = ContentOf<typeof sandboxInspector.listRecords>['data'][number]
export type Explained = ContentOf<typeof sandboxInspector.whyNot>
type Query = QueryOf<typeof consoleInspector.listRecords>
type Question = QueryOf<typeof consoleInspector.whyNot>

/** What the address of the page asks for. */
export type Filters = {
  app?: string
  kind?: RecordKind
  name?: string
  status?: string
  channel?: string
  session?: string
  chain?: string
  text?: string
}

/** Reads records: of every application in a sandbox, of one's own alone elsewhere. */
export function readRecords(app: string | undefined, query: Query) {
  if (isSandbox)
    return api(sandboxInspector.listRecords, { query: { ...query, ...(app !== undefined && { clientId: app }) } })
  return api(consoleInspector.listRecords, { inPath: { clientId: app ?? '' }, query })
}

/** In a sandbox what an application did is part of chains that others began. */
export function wholeChainsOf(app: string | undefined): string | undefined {
  return isSandbox ? undefined : app
}

export function askWhyNot(app: string | undefined, query: Question): Promise<Explained> {
  if (isSandbox)
    return api(sandboxInspector.whyNot, { query: { ...query, ...(app !== undefined && { clientId: app }) } })
  return api(consoleInspector.whyNot, { inPath: { clientId: app ?? '' }, query })
}

function queryOf({ app: _app, channel, session, ...filters }: Filters): Query {
  return {
    ...filters,
    ...(channel !== undefined && { channelId: channel }),
    ...(session !== undefined && { sessionKey: session }),
  }
}

const askedEveryMs = 1_000
const keptAtMost = 1_000

type Listed = { records: readonly Shown[]; older: number | null }

/** The newest records that fit, read on while one looks. */
export function useRecords(filters: Filters) {
  const [listed, setListed] = useState<Listed | null>(null)
  const [error, setError] = useState<unknown>(null)
  const newest = useRef<number | null>(null)
  const { app } = filters
  const asked = JSON.stringify(queryOf(filters))

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const query = JSON.parse(asked) as Query
    const look = async () => {
      try {
        const after = newest.current
        const { data, page } = await readRecords(app, after === null ? query : { ...query, after })
        if (isOver) return
        newest.current = page.newest
        setError(null)
        // What is new and more than a page stands alone: what lies between is read on from there.
        setListed((before) =>
          before === null || (data.length > 0 && page.next !== null)
            ? { records: data, older: page.next }
            : { ...before, records: [...data, ...before.records].slice(0, keptAtMost) },
        )
      } catch (failed) {
        if (!isOver) setError(failed)
      }
      if (!isOver) timer = setTimeout(() => void look(), askedEveryMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [app, asked])

  const readOlder = async () => {
    if (listed === null || listed.older === null) return
    try {
      const { data, page } = await readRecords(app, { ...(JSON.parse(asked) as Query), before: listed.older })
      setListed({ records: [...listed.records, ...data], older: page.next })
    } catch (failed) {
      setError(failed)
    }
  }
  return { records: listed?.records ?? null, older: listed?.older ?? null, error, readOlder }
}
