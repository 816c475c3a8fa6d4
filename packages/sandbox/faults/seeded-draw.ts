/** The nth of a sequence of pseudo-random numbers, from 1, that depends only on the seed (mulberry32). */
export function seededDraw(seed: number, n: number): number {
  const state = (seed + Math.imul(0x6d2b79f5, n)) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
