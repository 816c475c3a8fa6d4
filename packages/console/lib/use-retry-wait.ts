import { useEffect, useState } from 'react'
import { retryAfterSeconds } from './api.ts'

const tickMs = 250

/** The seconds until a request that got 429 may be sent again, updated as time passes; 0 after any other error. */
export function useRetryWait(error: unknown): number {
  const retryAfterSec = retryAfterSeconds(error) ?? 0
  const [waited, setWaited] = useState({ error, seconds: 0 })
  useEffect(() => {
    if (retryAfterSec === 0) return undefined
    const startedAt = Date.now()
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - startedAt) / 1_000)
      if (seconds >= retryAfterSec) clearInterval(timer)
      setWaited((last) => (last.error === error && last.seconds === seconds ? last : { error, seconds }))
    }, tickMs)
    return () => clearInterval(timer)
  }, [error, retryAfterSec])
  return Math.max(0, retryAfterSec - (waited.error === error ? waited.seconds : 0))
}
