import { language, strings } from '../../locales/index.ts'

const { liveTime } = strings('studio').analytics

export const formatCount = (value: number) => value.toLocaleString(language)
export const formatTime = (seconds: number) => liveTime(seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60)))

/** The figure as text; null was not measured. */
export const formatMeasured = (value: number | null) => (value === null ? '–' : formatCount(value))
