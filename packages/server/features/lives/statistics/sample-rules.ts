/** A live has a sample of its viewers and messages for each minute. */
export const sampleStepMs = 60_000

/** The time of a sample: the end of the last minute that is over, and the end of the minute that runs. */
export const sampleTimes = {
  last: (now: number) => now - (now % sampleStepMs),
  next: (now: number) => now - (now % sampleStepMs) + sampleStepMs,
}
