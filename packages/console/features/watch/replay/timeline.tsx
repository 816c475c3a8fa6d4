import { useState, type CSSProperties, type PointerEvent } from 'react'
import { strings } from '../../../locales/index.ts'
import { formatLength } from '../durations.ts'
import classes from './timeline.module.css'

const t = strings('replay')

/** The width of the thumb, whose middle is at the position. */
const thumbPx = 14

type Props = { positionSec: number; lengthSec: number; onSeek: (seconds: number) => void }

/** The position in a recording, as a slider, and the time under the pointer. */
export function Timeline({ positionSec, lengthSec, onSeek }: Props) {
  const [pointed, setPointed] = useState<{ left: number; seconds: number } | null>(null)
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left - thumbPx / 2) / (width - thumbPx)
    setPointed({ left: clientX - left, seconds: Math.min(1, Math.max(0, share)) * lengthSec })
  }
  return (
    <div className={classes.timeline} data-timeline onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      <input
        type="range"
        style={{ '--filled': `${(positionSec / (lengthSec || 1)) * 100}%` } as CSSProperties}
        aria-label={t.position}
        aria-valuetext={formatLength(positionSec * 1_000)}
        max={lengthSec}
        step={1}
        value={positionSec}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      />
      {pointed !== null && (
        <span style={{ left: pointed.left }} aria-hidden="true">
          {formatLength(pointed.seconds * 1_000)}
        </span>
      )}
    </div>
  )
}
