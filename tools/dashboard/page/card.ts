import type { Panel, Unit } from '../panels.ts'
import type { Series, TimeGrid } from './queries.ts'

export type Card = ReturnType<typeof createCard>

/** The eight hues, first as lines and then dashed. More series are not drawn; the legend says how many. */
const hues = ['blue', 'amber', 'teal', 'magenta', 'green', 'violet', 'red', 'gray']
const maxSeries = 2 * hues.length

/** A panel with its chart, and a legend with the values at the time under the pointer, or the last ones. */
export function createCard({ title, unit, shape }: Panel, onHover: (index: number | null) => void) {
  const element = document.createElement('article')
  const heading = element.appendChild(document.createElement('h3'))
  const link = heading.appendChild(document.createElement('a'))
  link.textContent = title
  const chart = element.appendChild(document.createElement('div'))
  chart.className = 'chart ' + shape
  const legend = element.appendChild(document.createElement('ul'))
  const cursor = document.createElement('div')
  cursor.className = 'cursor'
  let shown: Series[] = []
  let times = 1

  const hover = (index: number | null) => {
    cursor.hidden = index === null
    if (index !== null) cursor.style.left = 100 * (index / Math.max(1, times - 1)) + '%'
    for (const [position, value] of [...element.querySelectorAll('b')].entries()) {
      const values = shown[position]?.values ?? []
      value.textContent = formatState(
        (index === null ? values.findLast((each) => each !== null) : values[index]) ?? null,
      )
    }
  }
  const formatState = (value: number | null) => {
    if (value === null) return '–'
    if (shape === 'states') return value === 1 ? 'up' : 'down'
    return formatOf[unit](value)
  }
  chart.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = (chart.querySelector('.plot') ?? chart).getBoundingClientRect()
    onHover(Math.max(0, Math.min(times - 1, Math.round(((clientX - left) / width) * (times - 1)))))
  })
  chart.addEventListener('pointerleave', () => onHover(null))

  return {
    element,
    hover,
    show(series: Series[], grid: TimeGrid, expressions: { expression: string }[]) {
      shown = series.slice(0, maxSeries)
      times = Math.round((grid.end - grid.start) / grid.step) + 1
      link.href = graphUrl(expressions, grid)
      legend.replaceChildren(
        ...(shape === 'lines' ? shown.map(({ name }, index) => setHue(createName(name), index)) : []),
      )
      if (series.length > maxSeries) legend.append(createText('li', 'and ' + (series.length - maxSeries) + ' more'))
      if (shown.length === 0) chart.replaceChildren(createText('p', 'Nothing was measured in this time.', 'empty'))
      else if (shape === 'states') chart.replaceChildren(...drawStates(shown, cursor), createTimes(grid))
      else chart.replaceChildren(...drawLines(shown, unit, cursor), createTimes(grid))
      hover(null)
    },
  }
}

function createText(tag: 'li' | 'p', text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

/** The name of a series with a place for its value. */
function createName(name: string): HTMLElement {
  const item = createText('li', name + ' ')
  item.append(document.createElement('b'))
  return item
}

function setHue<Drawn extends HTMLElement | SVGElement>(element: Drawn, index: number): Drawn {
  element.style.setProperty('--hue', 'var(--hue-' + hues[index % hues.length] + ')')
  if (index >= hues.length) element.dataset['dashed'] = ''
  return element
}

function drawLines(series: Series[], unit: Unit, cursor: HTMLElement): HTMLElement[] {
  const top = roundUp(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))), unit)
  const scale = document.createElement('div')
  scale.className = 'scale'
  scale.append(...[top, top / 2, 0].map((value) => createText('p', formatOf[unit](value), 'tick')))
  const count = series[0]!.values.length
  const svg = createSvg(count - 1, top)
  for (const [index, { values }] of series.entries()) {
    setHue(addPath(svg, lineOf(values, top)), index)
  }
  const plot = document.createElement('div')
  plot.className = 'plot'
  plot.append(svg, cursor)
  return [scale, plot]
}

/** A value without neighbours is drawn as a point. */
function lineOf(values: (number | null)[], top: number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const previous = values[index - 1] ?? null
      return (previous === null ? 'M' : 'L') + index + ' ' + (top - value) + (previous === null ? 'h0' : '')
    })
    .join('')
}

function drawStates(series: Series[], cursor: HTMLElement): HTMLElement[] {
  const names = document.createElement('ul')
  const plot = document.createElement('div')
  plot.className = 'plot'
  for (const { name, values } of series) {
    names.append(createName(name))
    const svg = createSvg(values.length - 1, 1)
    for (const [state, name] of [
      [1, 'up'],
      [0, 'down'],
    ] as const)
      addPath(
        svg,
        values.map((value, index) => (value === state ? 'M' + (index - 0.5) + ' 0h1v1h-1z' : '')).join(''),
      ).classList.add(name)
    plot.append(svg)
  }
  plot.append(cursor)
  return [names, plot]
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** A drawing that is stretched to the size of its place. */
function createSvg(width: number, height: number): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.setAttribute('aria-hidden', 'true')
  return svg
}

function addPath(svg: SVGElement, d: string): SVGElement {
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('d', d)
  svg.append(path)
  return path
}

function createTimes({ start, end }: TimeGrid): HTMLElement {
  const axis = document.createElement('div')
  axis.className = 'times'
  const options: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    ...(end - start > 86_400 && { month: 'short', day: 'numeric' }),
  }
  for (const time of [start, (start + end) / 2, end])
    axis.append(createText('p', new Date(time * 1_000).toLocaleString(undefined, options), 'tick'))
  return axis
}

/** The same expressions in the pages of Prometheus, where they can be changed. */
function graphUrl(expressions: { expression: string }[], { start, end }: TimeGrid): string {
  const url = new URL('../graph', location.href)
  for (const [index, { expression }] of expressions.entries())
    for (const [name, value] of [
      ['expr', expression],
      ['tab', '0'],
      ['range_input', end - start + 's'],
    ] as const)
      url.searchParams.set('g' + index + '.' + name, value)
  return url.href
}

/** The next number of the form 1, 2 or 5 times a power of ten; of bytes, a power of two. */
function roundUp(value: number, unit: Unit): number {
  if (value <= 0) return 1
  if (unit === 'bytes') return 2 ** Math.ceil(Math.log2(value))
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((factor) => factor * power).find((limit) => limit >= value) ?? value
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

const formatOf: Record<Unit, (value: number) => string> = {
  reqps: (value) => compact.format(value) + '/s',
  cps: (value) => compact.format(value) + '/s',
  s: (value) => {
    if (value !== 0 && value < 1) return compact.format(value * 1_000) + ' ms'
    return value < 120 ? compact.format(value) + ' s' : compact.format(value / 60) + ' min'
  },
  bytes: (value) =>
    value < 2 ** 30 ? compact.format(value / 2 ** 20) + ' MiB' : compact.format(value / 2 ** 30) + ' GiB',
  percentunit: (value) => compact.format(value * 100) + ' %',
  short: (value) => compact.format(value),
}
