import { print, table } from '@onair/cli/print.ts'
import { findingTexts, type Finding, type RoundSummary } from './findings.ts'
import type { LabResult } from './lab.ts'
import { roundKinds } from './rounds.ts'

const shownClaims = 3

export function hasPassed({ findings, unclaimed }: LabResult): boolean {
  return findings.length === 0 && unclaimed.length === 0
}

export function printReport(result: LabResult, consoleUrl: string) {
  const { rounds, findings, unclaimed, seed } = result
  print(table([['round', 'claimed', 'notified', 'fulfilled', 'granted', 'twice', 'never'], ...rounds.map(cellsOf)]))
  for (const finding of findings) {
    const { seen, why, fix } = findingTexts[finding.code]
    print(
      `\n${finding.code}: ${finding.claims.length} claims ${seen}. Round ${finding.round}: ${roundKinds[finding.round]}.`,
    )
    print(`  ${why}`)
    print(`  ${fix}`)
    for (const url of inspectorUrls(finding, result.clientId, consoleUrl)) print(`  ${url}`)
  }
  if (unclaimed.length > 0)
    print(`\nGRANTED_UNCLAIMED: ${unclaimed.length} rewards were granted to people who did not claim them.`)
  if (rounds.some(({ granted }) => granted === null))
    print('\nThe grants are not known: without --grants, rewards that were given twice or never are not found.')
  print(hasPassed(result) ? `\nNo findings (seed ${seed}).` : `\n${findings.length} findings (seed ${seed}).`)
}

/** The report as one JSON object. */
export function toJson(result: LabResult, consoleUrl: string) {
  const { seed, clientId, campaignId, rounds, findings, unclaimed } = result
  return {
    passed: hasPassed(result),
    seed,
    clientId,
    campaignId,
    rounds,
    findings: findings.map((finding) => ({
      code: finding.code,
      round: finding.round,
      ...findingTexts[finding.code],
      claimIds: finding.claims.map(({ claimId }) => claimId),
      inspectorUrls: inspectorUrls(finding, clientId, consoleUrl),
    })),
    unclaimed,
  }
}

function cellsOf(round: RoundSummary): string[] {
  const { claimed, notified, fulfilled, granted, grantedTwice, neverGranted } = round
  const counts = [claimed, notified, fulfilled, granted, grantedTwice, neverGranted]
  return [round.round, ...counts.map((count) => (count === null ? '?' : String(count)))]
}

/** The records of the people who claimed. */
function inspectorUrls({ claims }: Finding, clientId: string, consoleUrl: string): string[] {
  return claims.slice(0, shownClaims).map(({ channelId }) => {
    const url = new URL('/console/inspector', consoleUrl)
    url.searchParams.set('app', clientId)
    url.searchParams.set('channel', channelId)
    return url.href
  })
}
