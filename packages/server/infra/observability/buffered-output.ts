import { write, writeSync } from 'node:fs'

/** Lines are written when there are as many bytes, or after the interval. */
const flushBytes = 32_768
const intervalMs = 500
/** While a reader does not read, further lines are dropped beyond this. */
const maxPendingBytes = 16_777_216
/** A reader that has not read a byte for as long does not delay the end of the process. */
const maxStallMs = 2_000
const retryMs = 20

/**
 * Writes lines to a file descriptor without waiting for its reader. When the reader has ended (EPIPE), as `head` does, lines
 * are dropped. Disposing, and the end of the process, writes what is pending.
 */
export class BufferedOutput implements Disposable {
  readonly #fd: number
  readonly #flushOnExit = () => this.flushSync()
  #lines: string[] = []
  #bytes = 0
  /** Bytes of an earlier write that the descriptor did not take. */
  #refused: Buffer = empty
  #timer: NodeJS.Timeout | null = null
  #isWriting = false
  #isClosed = false

  constructor(fd: number) {
    this.#fd = fd
    process.on('exit', this.#flushOnExit)
  }

  write(line: string): void {
    if (this.#isClosed || this.#bytes > maxPendingBytes) return
    this.#lines.push(line)
    this.#bytes += line.length
    if (this.#bytes >= flushBytes) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), intervalMs).unref()
  }

  flushSync(): void {
    let rest = Buffer.concat([this.#refused, this.#takeLines()])
    this.#refused = empty
    let readAt = performance.now()
    while (rest.length > 0 && !this.#isClosed)
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
        readAt = performance.now()
      } catch (error) {
        if (!isFull(error) || performance.now() - readAt > maxStallMs) this.#isClosed = true
        else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
      }
  }

  [Symbol.dispose](): void {
    this.flushSync()
    process.off('exit', this.#flushOnExit)
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#isWriting || this.#isClosed) return
    const bytes = Buffer.concat([this.#refused, this.#takeLines()])
    this.#refused = empty
    if (bytes.length > 0) this.#write(bytes)
  }

  #takeLines(): Buffer {
    const taken = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#bytes = 0
    return taken
  }

  #write(bytes: Buffer): void {
    this.#isWriting = true
    write(this.#fd, bytes, (error, written) => {
      this.#isWriting = false
      this.#isClosed = error !== null && !isFull(error)
      this.#refused = error === null ? bytes.subarray(written) : bytes
      if (this.#refused.length > 0 || this.#bytes > 0)
        this.#timer ??= setTimeout(() => this.#flush(), error === null ? 0 : retryMs).unref()
    })
  }
}

const empty = Buffer.alloc(0)
const isFull = (error: unknown) => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')
