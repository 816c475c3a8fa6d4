type Window = { startsAt: number; endsAt: number | null }

/** Why a campaign may not run from one moment to the other, or null when it may. */
export function refusalOfWindow({ startsAt, endsAt }: Window, now: number): string | null {
  if (endsAt === null) return null
  if (endsAt <= startsAt) return 'is not after the start'
  return endsAt <= now ? 'has gone by' : null
}

/** Where the end of a campaign is moved to, or why it may not be. Nobody ends what is over, nor in the past. */
export function movedEnd(
  { startsAt, endsAt }: Window,
  wanted: number | null,
  now: number,
): { endsAt: number } | { refused: string } {
  if (endsAt !== null && endsAt <= now) return { refused: 'the campaign is over' }
  const earliest = Math.max(now, startsAt)
  if (wanted !== null && wanted < earliest) return { refused: 'is before the start or this moment' }
  return { endsAt: wanted ?? earliest }
}
