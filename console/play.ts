import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '@onair/contract'
import { acts, inputOf, numbered, type Act, type Values } from '@onair/contract/play'
import { api } from './api.ts'

/** What became of one act. */
export type Deed = { id: number; act: Act; at: string; answer: unknown; chain: string | null } & (
  | { ok: true }
  | { ok: false; error: unknown }
)
/** How often, and for how long. */
export type Burst = { perSecond: number; seconds: number }
export type Running = { done: number; of: number }

const keptDeeds = 100

/** Plays acts, once or in a burst, and remembers the last ones. */
export function usePlay() {
  const [deeds, setDeeds] = useState<readonly Deed[]>([])
  const [running, setRunning] = useState<Running | null>(null)
  const timer = useRef<ReturnType<typeof setInterval> | null>(null)
  const count = useRef(0)
  const queries = useQueryClient()

  const stop = () => {
    if (timer.current !== null) clearInterval(timer.current)
    timer.current = null
    setRunning(null)
  }
  useEffect(() => () => void (timer.current !== null && clearInterval(timer.current)), [])

  const once = async (act: Act, values: Values) => {
    const id = (count.current += 1)
    const told = { id, act, at: new Date().toISOString() }
    let chain: string | null = null
    const heard = (headers: Headers) => (chain = headers.get('x-request-id'))
    const deed = await played(act, numbered(values, id), heard).then(
      (answer): Deed => ({ ...told, ok: true, answer, chain }),
      (error: unknown): Deed => ({ ...told, ok: false, error, answer: null, chain }),
    )
    setDeeds((before) => [deed, ...before].sort((a, b) => b.id - a.id).slice(0, keptDeeds))
    if (act === 'makePerson') await queries.invalidateQueries({ queryKey: ['people'] })
  }
  const burst = (act: Act, values: Values, { perSecond, seconds }: Burst) => {
    const of = perSecond * seconds
    let begun = 0
    const next = () => {
      begun += 1
      void once(act, values)
      if (begun >= of) return stop()
      return setRunning({ done: begun, of })
    }
    next()
    if (begun < of) timer.current = setInterval(next, 1_000 / perSecond)
  }
  return { deeds, running, once, burst, stop }
}

function played(act: Act, values: Values, heard: (headers: Headers) => void): Promise<unknown> {
  // The compiler cannot pair an act that is chosen while the page runs with its input; the platform looks at both.
  const call = api as (endpoint: Endpoint, input: object) => Promise<unknown>
  return call(acts[act], { ...inputOf(act, values), heard })
}
