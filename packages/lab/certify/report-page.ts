import { readFileSync } from 'node:fs'
import { textsIn } from './locales/index.ts'
import type { Texts } from './locales/texts.ts'
import type { CheckResult, Report } from './run.ts'

const verdicts = ['fail', 'not run', 'pass', 'not applicable'] as const

/** One file without scripts or other files, which a CI service can keep. */
export function formatPage(report: Report): string {
  const { name, profile, language, version, date, score, passedPoints, applicablePoints, results } = report
  const texts = textsIn(language)
  const count = (verdict: CheckResult['verdict']) => results.filter((result) => result.verdict === verdict).length
  const facts = [texts.profiles[profile], `Onair ${version}`, date]
  const total = texts.report.total({ passed: passedPoints, applicable: applicablePoints })
  const counts = verdicts.filter((verdict) => count(verdict) > 0 || verdict !== 'not run')
  const isGood = score === 100 && report.notRun === 0
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.report.title(score)}</title>
<style>${styles()}</style>
</head>
<body>
<main>
<header>
<p class="brand">Onair certify</p>
<h1>${escapeHtml(name)}</h1>
<p class="muted">${facts.map(escapeHtml).join(' · ')}</p>
</header>
<section class="score card ${isGood ? 'good' : 'bad'}" aria-label="${texts.report.score}">
<p class="number">${score ?? '–'}<small>${texts.report.ofHundred}</small></p>
<div>
<meter min="0" max="100" low="99" high="99.5" optimum="100" value="${score ?? 0}">${score ?? 0}</meter>
<p>${total} ${counts.map((verdict) => `${texts.verdicts[verdict]} ${count(verdict)}`).join(' · ')}</p>
</div>
</section>
${verdicts.map((verdict) => formatGroup(verdict, results, texts)).join('')}</main>
</body>
</html>
`
}

function formatGroup(verdict: CheckResult['verdict'], results: readonly CheckResult[], texts: Texts): string {
  const group = results.filter((result) => result.verdict === verdict)
  if (group.length === 0) return ''
  return `<section aria-labelledby="${verdict.replace(' ', '-')}">
<h2 id="${verdict.replace(' ', '-')}">${texts.verdicts[verdict]} <span class="muted">${group.length}</span></h2>
<div class="card">${group.map((result) => formatCheck(result, texts.report)).join('')}</div>
</section>
`
}

function formatCheck(
  { id, title, verdict, seen, points, why, fix, section, requests, tookMs }: CheckResult,
  texts: Texts['report'],
): string {
  const items = requests.map(({ line, inspectorUrl }) => `<li>${formatRequest(line, inspectorUrl)}</li>`)
  return `<details${verdict === 'fail' ? ' open' : ''} class="${verdict.replace(' ', '-')}">
<summary><span class="mark" aria-hidden="true"></span><span class="title">${escapeHtml(title)}</span><span class="points">${texts.points(points)}</span></summary>
<dl>
<dt>${texts.seen}</dt><dd>${escapeHtml(seen)}${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}</dd>
<dt>${texts.why}</dt><dd>${escapeHtml(why)} <span class="muted">${escapeHtml(section)}</span></dd>
<dt>${texts.fix}</dt><dd>${escapeHtml(fix)}</dd>
<dt>${texts.check}</dt><dd><code>${escapeHtml(id)}</code> <span class="muted">${texts.seconds(tookMs)}</span></dd>
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
