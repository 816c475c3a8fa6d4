const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 days`, `2 hours`, `45 seconds`: rounded up, in the largest unit of which there are more than two. */
export function formatDuration(ms: number, language: string): string {
  const seconds = Math.ceil(ms / 1000)
  const [unit, size] = units.find(([, length]) => seconds > 2 * length) ?? ['second', 1]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / size))
}

/** `9`, `1:05`, and `…` for an hour and more. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds >= 3_600) return '…'
  if (seconds < 60) return String(seconds)
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
}

/** `0:45`, `12:05`, `1:02:03`: the length of a video, or a position in it. */
export function formatLength(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3_600)
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
