import { usePlatformSecond } from '../../../lib/platform-time.ts'
import { secondFormat } from '../../../lib/time-format.ts'
import classes from './stage.module.css'

/** `isOverVideo`: the picture is that of the live, and the card adds only what is over it. */
type Props = { title: string; state: string; viewers: string | null; isLive: boolean; isOverVideo: boolean }

const light = (percent: number) => `color-mix(in srgb, var(--video-text) ${percent}%, transparent)`
const bars = ['#e8e6df', '#e3c44c', '#3fb8b4', '#4fae5b', '#b3549e', '#cf3f45', '#3a56b5']

/** A test card that moves: a clock, what is on, and whether it is on air. */
export function TestCard({ title, state, viewers, isLive, isOverVideo }: Props) {
  const now = usePlatformSecond()
  const time = secondFormat.format(now)
  return (
    <svg
      className={classes.card}
      viewBox="0 0 1280 720"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={title}
    >
      {isOverVideo ? (
        <text x="1232" y="128" className={classes.overVideo}>
          {time}
        </text>
      ) : (
        <Card time={time} second={Math.floor(now / 1_000) % 60} title={title} />
      )}
      <g transform="translate(48 56)" data-live={isLive || undefined} className={classes.lamp}>
        <rect width={widthOf(state) + 74} height="46" rx="8" />
        <circle cx="28" cy="23" r="9" />
        <text x="50" y="31">
          {state}
        </text>
      </g>
      {viewers !== null && (
        <text x="1232" y="88" className={classes.viewers}>
          {viewers}
        </text>
      )}
    </svg>
  )
}

function Card({ time, second, title }: { time: string; second: number; title: string }) {
  return (
    <>
      <rect width="1280" height="720" fill="var(--video-background)" />
      <g stroke={light(5.5)} strokeWidth="2">
        {Array.from({ length: 15 }, (_, index) => (
          <path key={index} d={`M${(index + 1) * 80} 0V720`} />
        ))}
        {Array.from({ length: 8 }, (_, index) => (
          <path key={index} d={`M0 ${(index + 1) * 80}H1280`} />
        ))}
      </g>
      <g transform="translate(640 310)">
        <circle r="250" fill="none" stroke={light(16)} strokeWidth="2" />
        <circle r="228" fill={light(3)} />
        {bars.map((color, index) => (
          <rect key={color} x={-147 + index * 42} y={84} width={42} height={58} fill={color} />
        ))}
        <g stroke={light(40)} strokeWidth="3">
          {Array.from({ length: 60 }, (_, index) => (
            <path
              key={index}
              d={index % 5 === 0 ? 'M0 -228V-208' : 'M0 -228V-218'}
              transform={`rotate(${index * 6})`}
            />
          ))}
        </g>
        {/* Around the dial: a hand over the digits would hide them. */}
        <path
          d="M0 -194V-250"
          transform={`rotate(${second * 6})`}
          stroke="var(--video-live)"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <text y="16" className={classes.clock}>
          {time}
        </text>
        <text y="60" className={classes.title}>
          {title.length > 28 ? `${title.slice(0, 27)}…` : title}
        </text>
      </g>
    </>
  )
}

/** Roughly, in the units of the picture: a character of Hangul is twice as wide. */
const widthOf = (text: string) => text.replace(/[\u1100-\uffdc]/g, 'ww').length * 11.5
