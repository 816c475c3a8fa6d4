import { sandboxApi, type ContentOf } from '@onair/contract'
import { defineCommand, parseTimestampOption, UsageError } from './command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print } from './print.ts'

/** Shows the platform's time, or moves it. */
export const clock = defineCommand({
  name: 'clock',
  summary: "Show the platform's time, or move it",
  positionals: {
    by: {
      placeholder: '<by>',
      description: 'how far: +1h30m, -90s, +30d; or now, to go back to the time of the machine',
    },
  },
  options: { to: { placeholder: '<moment>', description: 'where to: 2026-12-24T18:00:00+09:00' }, ...sandboxOptions },
  async run({ by, to, json, ...target }, env) {
    if (by !== undefined && to !== undefined) throw new UsageError('clock goes either by a time or --to a moment.')
    const [seconds, moment] = [
      by === undefined || by === 'now' ? null : parseDuration(by),
      parseTimestampOption('to', to),
    ]
    const { call } = await openSandbox(target, env)
    const before = await call(sandboxApi.clock.getClock)
    const advanceSeconds =
      by === 'now'
        ? -before.aheadSeconds
        : moment === undefined
          ? seconds
          : Math.round((moment - Date.parse(before.now)) / 1_000)
    const after =
      advanceSeconds === null ? before : await call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
    print(json ? JSON.stringify(after) : formatClock(after))
  },
})

const units = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

function parseDuration(by: string): number {
  const [, sign, parts = ''] = /^([+-])((?:\d{1,9}[smhdw])+)$/.exec(by) ?? []
  if (sign === undefined) throw new UsageError(`clock goes by +1h30m, -90s, +30d or now, and not by "${by}".`)
  const seconds = [...parts.matchAll(/(\d+)([smhdw])/g)].map(
    ([, count, unit]) => Number(count) * units[unit as keyof typeof units],
  )
  return (sign === '-' ? -1 : 1) * seconds.reduce((sum, one) => sum + one, 0)
}

function formatClock({ now, aheadSeconds }: ContentOf<typeof sandboxApi.clock.getClock>): string {
  if (aheadSeconds === 0) return `${now}, the time of the machine`
  return `${now}, ${formatDuration(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the machine`
}

function formatDuration(seconds: number): string {
  let left = seconds
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(left / units[unit])
    left -= count * units[unit]
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('')
}
