import { useEffect, useRef, useState } from 'react'

const idleMs = 3_000

/** Whether the pointer and the keys have rested for some seconds, so that the controls hide. */
export function useIdle(mayHide: boolean): { isIdle: boolean; wake: () => void } {
  const [isIdle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = () => {
    setIdle(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIdle(true), idleMs)
  }
  useEffect(() => {
    timer.current = setTimeout(() => setIdle(true), idleMs)
    return () => clearTimeout(timer.current)
  }, [])
  return { isIdle: isIdle && mayHide, wake }
}
