// The puzzle of a form, which robots would have to solve too: a text with which the SHA-256 of `<puzzle>.<text>` begins with 16
// zero bits. A form that is sent before waits for it.
for (const form of document.querySelectorAll('form[data-puzzle]')) {
  const status = form.querySelector('[data-puzzle-status]')
  const { puzzle } = form.dataset
  const { solution } = form.elements
  let isWaiting = false
  const show = (state) => {
    status.textContent = status.dataset[state]
  }
  form.addEventListener('submit', (event) => {
    if (solution.value !== '') return
    event.preventDefault()
    isWaiting = true
    show('working')
  })
  solve(puzzle).then(
    (text) => {
      solution.value = `${puzzle}.${text}`
      show('done')
      if (isWaiting) form.requestSubmit()
    },
    () => show('failed'),
  )
}

async function solve(puzzle) {
  const encoder = new TextEncoder()
  const isSolution = async (text) => {
    const [first, second] = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${puzzle}.${text}`)))
    return first === 0 && second === 0
  }
  // Many at once: each call of the browser takes longer than its hash.
  for (let from = 0; ; from += 500) {
    const found = await Promise.all(Array.from({ length: 500 }, (_, at) => isSolution(from + at)))
    if (found.includes(true)) return from + found.indexOf(true)
  }
}
