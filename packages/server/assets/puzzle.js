// The puzzle of a form, which robots would have to solve too: a text with which the SHA-256 of `<puzzle>.<text>` begins with as
// many zero bits as the number before the puzzle says. A form that is sent before waits for it.

// SHA-256 (FIPS 180-4). That of the browser takes longer for a call than for the hash.
const primes = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const fraction = (root) => ((root % 1) * 2 ** 32) | 0
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const words = new Int32Array(64)

function compress(state, view, offset) {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + 4 * i)
  for (let i = 16; i < 64; i++) {
    const [one, two] = [words[i - 15], words[i - 2]]
    const small = rotate(one, 7) ^ rotate(one, 18) ^ (one >>> 3)
    words[i] = words[i - 16] + small + words[i - 7] + (rotate(two, 17) ^ rotate(two, 19) ^ (two >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i++) {
    const large = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + large + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return Int32Array.of(
    state[0] + a,
    state[1] + b,
    state[2] + c,
    state[3] + d,
    state[4] + e,
    state[5] + f,
    state[6] + g,
    state[7] + h,
  )
}

function rotate(word, by) {
  return (word >>> by) | (word << (32 - by))
}

/** Counts in eight digits. All before them is in the first of two blocks, or the same in each second one. */
async function solve(puzzle) {
  const prefix = new TextEncoder().encode(`${puzzle}.`)
  const end = prefix.length + 8
  if (prefix.length < 64 || end > 119) throw new Error('the puzzle has another length')
  const bytes = new Uint8Array(128)
  bytes.set(prefix)
  bytes.fill(48, prefix.length, end)
  bytes[end] = 128
  const view = new DataView(bytes.buffer)
  view.setUint32(124, end * 8)
  const first = compress(start, view, 0)
  const zeroBits = parseInt(puzzle, 10)
  for (let tries = 1; compress(first, view, 64)[0] >>> (32 - zeroBits) !== 0; tries++) {
    let at = end - 1
    while (bytes[at] === 57) bytes[at--] = 48
    bytes[at]++
    // The page stays responsive.
    if (tries % 20_000 === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  return new TextDecoder().decode(bytes.subarray(prefix.length, end))
}

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
