/** A broadcast has a sample of its viewers and messages for each minute. */
export const sampleStepMs = 60_000

/** When a sample is of: the end of the last whole minute, and of the minute that runs. */
export const sampleTimes = {
  last: (now: number) => now - (now % sampleStepMs),
  next: (now: number) => now - (now % sampleStepMs) + sampleStepMs,
}
