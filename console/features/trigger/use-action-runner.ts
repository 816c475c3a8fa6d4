import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '@onair/contract'
import { actions, inputOf, fillNumber, type Action, type Values } from '@onair/contract/sandbox/actions'
import { api } from '../../lib/api.ts'

/** What became of one act. */
export type ActionResult = { id: number; act: Action; at: string; response: unknown; traceId: string | null } & (
  | { ok: true }
  | { ok: false; error: unknown }
)
/** How often, and for how long. */
export type Burst = { perSecond: number; seconds: number }
export type BurstProgress = { done: number; total: number }

const maxResults = 100

/** Plays acts, once or in a burst, and remembers the last ones. */
export function useActionRunner() {
  const [deeds, setResults] = useState<readonly ActionResult[]>([])
  const [running, setRunning] = useState<BurstProgress | null>(null)
  const timer = useRef<ReturnType<typeof setInterval> | null>(null)
  const count = useRef(0)
  const queries = useQueryClient()

  const stop = () => {
    if (timer.current !== null) clearInterval(timer.current)
    timer.current = null
    setRunning(null)
  }
  useEffect(() => () => void (timer.current !== null && clearInterval(timer.current)), [])

  const runOnce = async (action: Action, values: Values) => {
    const id = (count.current += 1)
    const base = { id, act: action, at: new Date().toISOString() }
    let traceId: string | null = null
    const onResponse = (headers: Headers) => (traceId = headers.get('x-request-id'))
    const result = await callAction(action, fillNumber(values, id), onResponse).then(
      (response): ActionResult => ({ ...base, ok: true, response, traceId }),
      (error: unknown): ActionResult => ({ ...base, ok: false, error, response: null, traceId }),
    )
    setResults((previous) => [result, ...previous].sort((a, b) => b.id - a.id).slice(0, maxResults))
    if (action === 'createPerson') await queries.invalidateQueries({ queryKey: ['people'] })
  }
  const runBurst = (action: Action, values: Values, { perSecond, seconds }: Burst) => {
    const total = perSecond * seconds
    let started = 0
    const runNext = () => {
      started += 1
      void runOnce(action, values)
      if (started >= total) return stop()
      return setRunning({ done: started, total })
    }
    runNext()
    if (started < total) timer.current = setInterval(runNext, 1_000 / perSecond)
  }
  return { deeds, running, once: runOnce, burst: runBurst, stop }
}

function callAction(action: Action, values: Values, onResponse: (headers: Headers) => void): Promise<unknown> {
  // The compiler cannot pair an act that is chosen while the page runs with its input; the platform looks at both.
  const call = api as (endpoint: Endpoint, input: object) => Promise<unknown>
  return call(actions[action], { ...inputOf(action, values), onResponse })
}
