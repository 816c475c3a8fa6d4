import { Progress } from '@mantine/core'
import layout from './layout.module.css'

/** How much of something limited is taken. */
export function Meter({ label, used, limit, text }: { label: string; used: number; limit: number; text: string }) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const color = share >= 1 ? 'red' : share >= 0.8 ? 'orange' : 'teal'
  return (
    <div className={layout.meter}>
      <div className={layout.meterLabels}>
        <span>{label}</span>
        <span className="soft">{text}</span>
      </div>
      <Progress.Root size="md">
        <Progress.Section value={share * 100} color={color} aria-label={`${label}: ${text}`} />
      </Progress.Root>
    </div>
  )
}
