import { textsIn } from '../locales/index.ts'
import type { Language } from '../locales/texts.ts'
import type { CheckResult, Report } from '../run.ts'

/** Formats a check as one line, and for a failure also what to do. */
export function formatResult(
  { id, title, verdict, seen, points, why, fix, section, requests }: CheckResult,
  language: Language,
): string {
  const { marks, report } = textsIn(language)
  const lines = [`${marks[verdict]}  ${id.padEnd(26)} ${title} (${points})`]
  lines.push(`      ${seen}`)
  if (verdict !== 'fail') return lines.join('\n')
  for (const { line, link } of requests) lines.push(`      · ${line}${link === null ? '' : `  ${link}`}`)
  lines.push(`      ${report.why}: ${why} (${section})`, `      ${report.fix}: ${fix}`)
  return lines.join('\n')
}

export function formatScore({ score, passedPoints, applicablePoints, notRun, results, language }: Report): string {
  const { report } = textsIn(language)
  const failed = results.filter(({ verdict }) => verdict === 'fail').length
  const sums = { score, passed: passedPoints, applicable: applicablePoints, failed, checks: results.length }
  return [report.summary(sums), ...(notRun === 0 ? [] : [report.notRun(notRun)])].join(' ')
}
