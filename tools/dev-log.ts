import { styleText } from 'node:util'

const colors = { info: 'green', warn: 'yellow', error: 'red' } as const

/** A line of the log for people: time, level, event, and its fields as `name=value`. Other lines stay as they are. */
export function formatLogLine(line: string): string {
  if (!line.startsWith('{"level":')) return line
  const { level, time, pid: _pid, msg, error, ...fields } = JSON.parse(line) as Record<string, unknown>
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${toText(value)}`)
  const { stack = '' } = (error ?? {}) as { stack?: string }
  const head = [String(time).slice(11, 23), styleText(colors[level as 'info'] ?? 'white', String(level).padEnd(5)), msg]
  return [...head, ...texts, ...(stack === '' && error !== undefined ? [toText(error)] : [])].join(' ') + indent(stack)
}

function toText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value)
}

function indent(stack: string): string {
  return stack === '' ? '' : `\n  ${stack.replaceAll('\n', '\n  ')}`
}
