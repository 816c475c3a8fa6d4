import { readFileSync } from 'node:fs'
import type { CheckResult, Report } from './run.ts'

const marks = { pass: 'Passed', fail: 'Failed', 'not applicable': 'Not applicable' } as const
const verdicts = ['fail', 'pass', 'not applicable'] as const

/** One file without scripts or other files, which a CI service can keep. */
export function formatPage(report: Report): string {
  const { name, profile, version, date, score, passedPoints, applicablePoints, results } = report
  const count = (verdict: CheckResult['verdict']) => results.filter((result) => result.verdict === verdict).length
  const facts = [profile, `Onair ${version}`, date]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${score ?? 'No score'} · onair certify</title>
<style>${styles()}</style>
</head>
<body>
<main>
<header>
<p class="brand">Onair certify</p>
<h1>${escapeHtml(name)}</h1>
<p class="muted">${facts.map(escapeHtml).join(' · ')}</p>
</header>
<section class="score card ${score === 100 ? 'good' : 'bad'}" aria-label="Score">
<p class="number">${score ?? '–'}<small> of 100</small></p>
<div>
<meter min="0" max="100" low="99" high="99.5" optimum="100" value="${score ?? 0}">${score ?? 0}</meter>
<p>${passedPoints} of ${applicablePoints} points. ${verdicts.map((verdict) => `${count(verdict)} ${marks[verdict].toLowerCase()}`).join(', ')}.</p>
</div>
</section>
${verdicts.map((verdict) => formatGroup(verdict, results)).join('')}</main>
</body>
</html>
`
}

function formatGroup(verdict: CheckResult['verdict'], results: readonly CheckResult[]): string {
  const group = results.filter((result) => result.verdict === verdict)
  if (group.length === 0) return ''
  return `<section aria-labelledby="${verdict.replace(' ', '-')}">
<h2 id="${verdict.replace(' ', '-')}">${marks[verdict]} <span class="muted">${group.length}</span></h2>
<div class="card">${group.map(formatCheck).join('')}</div>
</section>
`
}

function formatCheck({ id, title, verdict, seen, points, why, fix, section, requests, tookMs }: CheckResult): string {
  const items = requests.map(({ line, inspectorUrl }) => `<li>${formatRequest(line, inspectorUrl)}</li>`)
  return `<details${verdict === 'fail' ? ' open' : ''} class="${verdict.replace(' ', '-')}">
<summary><span class="mark" aria-hidden="true"></span><span class="title">${escapeHtml(title)}</span><span class="points">${points} points</span></summary>
<dl>
<dt>Seen</dt><dd>${escapeHtml(seen)}${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}</dd>
<dt>Why</dt><dd>${escapeHtml(why)} <span class="muted">${escapeHtml(section)}</span></dd>
<dt>Fix</dt><dd>${escapeHtml(fix)}</dd>
<dt>Check</dt><dd><code>${escapeHtml(id)}</code> <span class="muted">${(tookMs / 1_000).toFixed(1)} s</span></dd>
</dl>
</details>
`
}

function formatRequest(line: string, inspectorUrl: string | null): string {
  const code = `<code>${escapeHtml(line)}</code>`
  return inspectorUrl === null ? code : `<a href="${escapeHtml(inspectorUrl)}">${code}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The tokens of the console, and the styles of this page. */
function styles(): string {
  const [tokens, page] = ['../../styles/tokens.css', './report-page.css'].map((path) =>
    readFileSync(new URL(path, import.meta.url), 'utf8'),
  )
  return `${tokens}${page}`
}
