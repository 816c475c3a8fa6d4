const width = 1200
const [margin, indent, lineHeight] = [56, 44, 34]
const colors: Readonly<Record<string, string>> = { done: '#7fd6a2', stopped: '#ff8f88', running: '#f5c15c' }
const [ground, text, muted] = ['#14161c', '#eceef2', '#a3a8b4']

/** A picture of the trace that an element shows: each of its steps and receivers has `data-state`. */
export async function drawTrace(section: HTMLElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser draws no pictures')
  const font = getComputedStyle(section).fontFamily
  const rows = [...section.querySelectorAll<HTMLElement>('[data-state]')].flatMap((element) => rowsOf(element))
  context.font = `22px ${font}`
  const lines = rows.flatMap(({ isDetail, words, state }) =>
    wrap(words, width - 2 * margin - indent, context).map((words, index) => ({ isDetail, words, state, index })),
  )
  canvas.width = width
  canvas.height = 2 * margin + 64 + lines.length * lineHeight
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.font = `600 30px ${font}`
  context.fillStyle = text
  context.fillText(`Onair · ${section.querySelector('h2')?.textContent ?? ''}`, margin, margin + 20)
  for (const [index, line] of lines.entries()) drawLine(context, line, margin + 84 + index * lineHeight, font)
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)))
  return promise
}

type Row = { state: string; words: string; isDetail: boolean }

/** The head of a step, and what it says. A step that holds others says nothing itself. */
function rowsOf(element: HTMLElement): Row[] {
  const { state = '' } = element.dataset
  const head = element.querySelector('h3, b')?.textContent?.trim() ?? ''
  const hasOthers = element.querySelector('[data-state]') !== null
  const details = hasOthers ? [] : [...element.querySelectorAll('p')].map(({ textContent }) => textContent.trim())
  const result = hasOthers ? '' : (element.querySelector(':scope > :is(span, small)')?.textContent ?? '')
  return [
    { state, words: [head, result].filter((part) => part !== '').join(' · '), isDetail: false },
    ...details.filter((words) => words !== '').map((words) => ({ state, words, isDetail: true })),
  ]
}

function drawLine(
  context: CanvasRenderingContext2D,
  { state, words, isDetail, index }: Row & { index: number },
  y: number,
  font: string,
) {
  if (!isDetail && index === 0) {
    context.fillStyle = colors[state] ?? muted
    context.beginPath()
    context.arc(margin + 10, y - 8, 8, 0, 2 * Math.PI)
    context.fill()
  }
  context.font = `${isDetail ? 400 : 600} 22px ${font}`
  context.fillStyle = isDetail ? muted : text
  context.fillText(words, margin + indent, y)
}

function wrap(words: string, maxWidth: number, context: CanvasRenderingContext2D): string[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (context.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
