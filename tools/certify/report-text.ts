import type { CheckResult, Report } from './run.ts'

const marks = { pass: 'PASS', fail: 'FAIL', 'not applicable': 'n/a ' } as const

/** One line of a check, and for a failure what to do. */
export function formatResult({ id, title, verdict, seen, points, why, fix, section, requests }: CheckResult): string {
  const lines = [`${marks[verdict]}  ${id.padEnd(26)} ${title} (${points})`]
  lines.push(`      ${seen}`)
  if (verdict !== 'fail') return lines.join('\n')
  for (const { line, inspectorUrl } of requests)
    lines.push(`      · ${line}${inspectorUrl === null ? '' : `  ${inspectorUrl}`}`)
  lines.push(`      Why: ${why} (${section})`, `      Fix: ${fix}`)
  return lines.join('\n')
}

export function formatScore({ score, passedPoints, applicablePoints, results }: Report): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail').length
  return `Score ${score ?? 'none'} of 100: ${passedPoints} of ${applicablePoints} points, ${failed} of ${results.length} checks failed.`
}
