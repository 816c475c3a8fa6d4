const windowMs = 200
/** More than 50 messages per second. */
const maxQuietMessages = 10

/** Whether a channel is busy: whether the current or the previous window of 200 ms has more than 10 messages. */
export class MessageRate {
  #windowEndsAt = 0
  #count = 0
  #previousCount = 0

  /** Counts a message, and returns whether the channel is busy. Times are those of the process. */
  count(now: number): boolean {
    if (now >= this.#windowEndsAt) {
      this.#previousCount = now < this.#windowEndsAt + windowMs ? this.#count : 0
      this.#count = 0
      this.#windowEndsAt = now + windowMs
    }
    this.#count++
    return Math.max(this.#count, this.#previousCount) > maxQuietMessages
  }
}
