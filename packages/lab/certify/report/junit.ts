import { textsIn } from '../locales/index.ts'
import { formatScore } from './text.ts'
import type { Report } from '../run.ts'

/** JUnit XML, as CI services read it. */
export function formatJunit(report: Report): string {
  const { name, profile, results, language } = report
  const texts = textsIn(language).report
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
  const total = results.reduce((sum, { tookMs }) => sum + tookMs, 0)
  const cases = results.map(({ id, title, verdict, seen, why, fix, section, tookMs, requests }) => {
    const lines = [
      seen,
      `${texts.why}: ${why} (${section})`,
      `${texts.fix}: ${fix}`,
      ...requests.map(({ line, link }) => `${line} ${link ?? ''}`),
    ]
    const detail = {
      pass: '',
      fail: `<failure message="${escapeXml(seen)}">${escapeXml(lines.join('\n'))}</failure>`,
      'not applicable': skipped(seen),
      'not run': skipped(seen),
    }[verdict]
    return `    <testcase classname="onair.${profile}.${id}" name="${escapeXml(title)}" time="${inSeconds(tookMs)}">${detail}</testcase>`
  })
  const counts = `tests="${results.length}" failures="${count('fail')}" skipped="${count('not applicable') + count('not run')}" errors="0" time="${inSeconds(total)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escapeXml(texts.suite(name))}" ${counts}>
${cases.join('\n')}
    <system-out>${escapeXml(formatScore(report))}</system-out>
  </testsuite>
</testsuites>
`
}

function skipped(message: string): string {
  return `<skipped message="${escapeXml(message)}"/>`
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}

/** XML 1.0 has no control characters but tab and line breaks. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
