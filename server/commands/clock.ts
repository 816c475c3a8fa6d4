import { sandboxClock, type ContentOf } from '@onair/contract'
import { command, momentIn, UsageFault } from './command.ts'
import { openSandbox, ofSandbox } from './sandbox.ts'
import { say } from './say.ts'

/** Shows the platform's time, or moves it. */
export const clock = command({
  words: 'clock',
  does: "Show the platform's time, or move it",
  takes: { by: { value: '<by>', says: 'how far: +1h30m, -90s, +30d; or now, to go back to the time of the machine' } },
  options: { to: { value: '<moment>', says: 'where to: 2026-12-24T18:00:00+09:00' }, ...ofSandbox },
  async run({ by, to, json, ...where }, env) {
    if (by !== undefined && to !== undefined) throw new UsageFault('clock goes either by a time or --to a moment.')
    const [seconds, moment] = [by === undefined || by === 'now' ? null : secondsIn(by), momentIn('to', to)]
    const { call } = await openSandbox(where, env)
    const before = await call(sandboxClock.readClock)
    const advanceSeconds =
      by === 'now'
        ? -before.aheadSeconds
        : moment === undefined
          ? seconds
          : Math.round((moment - Date.parse(before.now)) / 1_000)
    const after = advanceSeconds === null ? before : await call(sandboxClock.moveClock, { body: { advanceSeconds } })
    say(json ? JSON.stringify(after) : wordsOf(after))
  },
})

const units = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

function secondsIn(by: string): number {
  const [, sign, parts = ''] = /^([+-])((?:\d{1,9}[smhdw])+)$/.exec(by) ?? []
  if (sign === undefined) throw new UsageFault(`clock goes by +1h30m, -90s, +30d or now, and not by "${by}".`)
  const seconds = [...parts.matchAll(/(\d+)([smhdw])/g)].map(
    ([, count, unit]) => Number(count) * units[unit as keyof typeof units],
  )
  return (sign === '-' ? -1 : 1) * seconds.reduce((sum, one) => sum + one, 0)
}

function wordsOf({ now, aheadSeconds }: ContentOf<typeof sandboxClock.readClock>): string {
  if (aheadSeconds === 0) return `${now}, the time of the machine`
  return `${now}, ${lengthOf(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the machine`
}

function lengthOf(seconds: number): string {
  let left = seconds
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(left / units[unit])
    left -= count * units[unit]
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('')
}
