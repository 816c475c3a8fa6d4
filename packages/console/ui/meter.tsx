import { Progress, Stack, Text } from '@mantine/core'
import layout from './layout.module.css'

/** The used part of a limit. */
export function Meter({ label, used, limit, text }: { label: string; used: number; limit: number; text: string }) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const color = share >= 1 ? 'red' : share >= 0.8 ? 'orange' : 'teal'
  return (
    <Stack gap={4}>
      <div className={layout.meterLabels}>
        <span>{label}</span>
        <Text span inherit c="dimmed">
          {text}
        </Text>
      </div>
      <Progress.Root size="md">
        <Progress.Section value={share * 100} color={color} aria-label={`${label}: ${text}`} />
      </Progress.Root>
    </Stack>
  )
}
