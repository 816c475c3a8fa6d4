import { groups } from '../panels.ts'
import { createCard, type Card } from './card.ts'
import { askPrometheus, listSeries, type TimeGrid } from './queries.ts'

// Runs in the browser, on the page that deploy/prometheus-console.html is made of.

const refreshSec = 15
/** Prometheus evaluates each expression at up to so many times. */
const maxSteps = 240
const maxAlerts = 20
const ranges = { 900: '15 minutes', 3600: '1 hour', 21600: '6 hours', 86400: '24 hours', 604800: '7 days' }

type Vector = { result: { metric: Record<string, string>; value: [number, string] }[] }
type Alert = { state: string; annotations: Record<string, string>; labels: Record<string, string> }
type Rules = { groups: { name: string; rules: { alerts: Alert[] }[] }[] }

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const [health, status] = [find('#health'), find('#status')]
const form = document.querySelector('form')!
const [instanceChoice, rangeChoice] = [...form.querySelectorAll('select')] as [HTMLSelectElement, HTMLSelectElement]
const cards = createCards()

/** A change of the choices makes the results of earlier queries obsolete. */
let query = new AbortController()
let timer = 0

const chosen = new URLSearchParams(location.search)
instanceChoice.append(new Option('All', ''))
const chosenInstance = chosen.get('instance') ?? ''
if (chosenInstance !== '') instanceChoice.append(new Option(chosenInstance, chosenInstance, true, true))
for (const [seconds, name] of Object.entries(ranges))
  rangeChoice.append(new Option(name, seconds, false, seconds === (chosen.get('range') ?? '3600')))
form.addEventListener('change', () => {
  const choices = { instance: instanceChoice.value, range: rangeChoice.value }
  history.replaceState(null, '', '?' + new URLSearchParams(choices).toString())
  void refresh()
})
document.addEventListener('visibilitychange', () => void refresh())
void refresh()

/** Reads everything, and again after 15 seconds while the page is visible. */
async function refresh() {
  query.abort()
  clearTimeout(timer)
  if (document.hidden) return
  query = new AbortController()
  const { signal } = query
  try {
    await showHealth(signal)
    const grid = currentGrid()
    // A dot or another special character of a name is not part of the pattern.
    const instances = instanceChoice.value.replaceAll(/[^\w]/g, '\\\\$&') || '.*'
    await Promise.all(
      cards.map(async ({ panel, card }) => {
        const expressions = panel.series.map(({ legend, expression }) => ({
          legend,
          expression: expression.replaceAll('$instance', () => instances),
        }))
        card.show(await listSeries(expressions, grid, signal), grid, expressions)
      }),
    )
    status.textContent = 'Updated ' + new Date().toLocaleTimeString()
    delete status.dataset['failed']
  } catch (error) {
    if (signal.aborted) return
    status.textContent = 'Prometheus does not answer: ' + String(error)
    status.dataset['failed'] = ''
  }
  timer = window.setTimeout(() => void refresh(), refreshSec * 1_000)
}

function createCards() {
  const all: Card[] = []
  const hover = (index: number | null) => {
    for (const card of all) card.hover(index)
  }
  return groups.flatMap(({ title, panels }) => {
    const section = document.createElement('section')
    const heading = document.createElement('h2')
    heading.textContent = title
    const grid = document.createElement('div')
    grid.className = 'grid'
    section.append(heading, grid)
    find('main').append(section)
    return panels.map((panel) => {
      const card = createCard(panel, hover)
      all.push(card)
      grid.append(card.element)
      return { panel, card }
    })
  })
}

function currentGrid(): TimeGrid {
  const range = Number(rangeChoice.value)
  const step = Math.max(15, range / maxSteps)
  const end = Math.floor(Date.now() / 1_000 / step) * step
  return { start: end - range, end, step }
}

/** The processes and whether they answer, and the alerts that fire. */
async function showHealth(signal: AbortSignal) {
  const [targets, rules] = await Promise.all([
    askPrometheus<Vector>('query', { query: 'up{job="onair"}' }, signal),
    askPrometheus<Rules>('rules', { type: 'alert' }, signal),
  ])
  const processes = targets.result.map(({ metric, value }) => ({
    name: metric['instance'] ?? '',
    isUp: value[1] === '1',
  }))
  const names = new Set([...instanceChoice.options].map(({ value }) => value))
  for (const { name } of processes) if (!names.has(name)) instanceChoice.append(new Option(name, name))

  const badges = processes.map(({ name, isUp }) =>
    createBadge(isUp ? 'good' : 'bad', name + (isUp ? ' is up' : ' is down')),
  )
  if (processes.length === 0) badges.push(createBadge('warning', 'Prometheus has no targets with the job “onair”.'))
  const group = rules.groups.find(({ name }) => name === 'onair')
  const alerts = group?.rules.flatMap((rule) => rule.alerts).filter(({ state }) => state === 'firing') ?? []
  if (!group) badges.push(createBadge('warning', 'prometheus-alerts.yml is not loaded.'))
  else if (alerts.length === 0) badges.push(createBadge('good', 'No alert is firing'))
  for (const { annotations, labels } of alerts.slice(0, maxAlerts))
    badges.push(createBadge(labels['severity'] === 'critical' ? 'bad' : 'warning', annotations['summary'] ?? ''))
  if (alerts.length > maxAlerts) badges.push(createBadge('bad', 'and ' + (alerts.length - maxAlerts) + ' more alerts'))
  health.replaceChildren(...badges)
}

function createBadge(tone: 'good' | 'warning' | 'bad', text: string): HTMLElement {
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.dataset['tone'] = tone
  badge.textContent = text
  return badge
}
