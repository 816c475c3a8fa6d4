import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import type { Capture } from './capture.ts'
import classes from './go-live.module.css'

const t = strings('goLive')

const intervalMs = 100
const silenceMs = 5_000

/** How loud the sound is, and a hint where none arrives. */
export function LevelMeter({ capture }: { capture: Capture }) {
  const bar = useRef<HTMLDivElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    let heardAt = performance.now()
    const timer = setInterval(() => {
      const { level } = capture
      const now = performance.now()
      if (level > 0) heardAt = now
      setSilent(now - heardAt > silenceMs)
      bar.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)))
      bar.current?.style.setProperty('--level', String(level))
    }, intervalMs)
    return () => clearInterval(timer)
  }, [capture])
  return (
    <div>
      <div
        ref={bar}
        className={classes.level}
        role="meter"
        aria-label={t.level}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
      {isSilent && (
        <Text size="sm" c="dimmed" mt={4}>
          {t.silent}
        </Text>
      )}
    </div>
  )
}
