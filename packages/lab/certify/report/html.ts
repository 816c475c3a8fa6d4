import { textsIn } from '../locales/index.ts'
import type { CheckResult, Evidence, Report } from '../run.ts'
import { recordsOf, type EvidenceRecords, type InspectorRecord } from './records.ts'
import { formatScore } from './text.ts'

export const htmlFile = 'report.html'

/** The report whose links lead to the page of `formatHtml`, which lasts as long as the report. */
export function linkToPage(report: Report): Report {
  const results = report.results.map((result) => {
    const requests = result.requests.map((evidence, at) => ({ ...evidence, link: `${htmlFile}#${anchor(result, at)}` }))
    return { ...result, requests }
  })
  return { ...report, results }
}

/** Formats a page with every check and the records of its requests. It needs no other file and no sandbox. */
export function formatHtml(report: Report, records: EvidenceRecords): string {
  const { suite } = textsIn(report.language).report
  const title = escapeHtml(suite(report.name))
  return `<!doctype html>
<html lang="${report.language}">
<meta charset="utf-8">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
pre { background: #8882; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px }
:target { outline: 2px solid }
</style>
<h1>${title}</h1>
<p>${escapeHtml(formatScore(report))} Onair ${escapeHtml(report.version)}, ${escapeHtml(report.date)}</p>
${report.results.map((result) => formatCheck(result, report, records)).join('\n')}
</html>
`
}

function formatCheck(result: CheckResult, { language }: Report, records: EvidenceRecords): string {
  const { marks, report } = textsIn(language)
  const { id, verdict, title, seen, why, fix, section, requests } = result
  const advice = verdict === 'fail' ? [`${report.why}: ${why} (${section})`, `${report.fix}: ${fix}`] : []
  const paragraphs = [seen, ...advice].map((text) => `<p>${escapeHtml(text)}</p>`)
  const evidence = requests.map((each, at) => formatEvidence(each, anchor(result, at), recordsOf(each, records)))
  return `<section id="${id}">
<h2>${marks[verdict].trim()} ${id}: ${escapeHtml(title)}</h2>
${[...paragraphs, ...evidence].join('\n')}
</section>`
}

function formatEvidence({ line }: Evidence, id: string, records: readonly InspectorRecord[]): string {
  return `<section id="${id}">
<h3>${escapeHtml(line)}</h3>
${records.map((record) => `<pre>${escapeHtml(formatRecord(record))}</pre>`).join('\n')}
</section>`
}

function formatRecord({ name, date, status, fault, delivery, detail }: InspectorRecord): string {
  const head = [date, name, status ?? '', fault === null ? '' : `[${fault}]`].join(' ').trimEnd()
  const { request = null, response = null, payload = null } = detail ?? {}
  const parts = [
    head,
    request && [`${request.method} ${request.url}`, ...headerLines(request.headers)].join('\n'),
    request?.body?.text,
    response && headerLines(response.headers).join('\n'),
    response?.body?.text,
    payload?.text,
    delivery && JSON.stringify(delivery, null, 2),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function anchor({ id }: CheckResult, at: number): string {
  return `${id}-${at + 1}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
