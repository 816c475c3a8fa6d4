import { language, strings } from '../../locales/index.ts'

const { liveTime } = strings('studio').analytics

export const formatCount = (value: number) => value.toLocaleString(language)
export const formatTime = (seconds: number) => liveTime(seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60)))

/** In a table, a dash is easier to skip than a zero. */
export const formatCell = (value: number | null) => (value === null || value === 0 ? '–' : formatCount(value))
export const formatTimeCell = (seconds: number) => (seconds === 0 ? '–' : formatTime(seconds))
