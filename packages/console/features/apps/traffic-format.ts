import type { TrafficRange } from '@onair/contract'
import { dayMinuteFormat, minuteFormat } from '../../lib/time-format.ts'
import { language } from '../../locales/index.ts'

const shareFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })

/** The time at which a step of a chart begins. */
export function stepLabel(date: string, range: TrafficRange): string {
  return (range === 'hour' ? minuteFormat : dayMinuteFormat).format(new Date(date))
}

export function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  const [value, unit] = ms < 1_000 ? [ms, 'ms'] : [ms / 1_000, 's']
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`
}

/** A quantile, which the server estimates from a histogram. */
export function formatEstimate(ms: number | null): string {
  return ms === null ? '–' : `≈ ${formatMs(ms)}`
}

export function formatShare(share: number): string {
  return shareFormat.format(share)
}
