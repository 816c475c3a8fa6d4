import { createHash } from 'node:crypto'
import type { TablePartition } from './catalog.ts'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { databaseOpenError } from './embedded/errors.ts'

/**
 * A backup is gzip of: a line of JSON (the header); for each table a line of JSON (`TableStart`), its rows in the text
 * format of COPY in blocks, each after a line with its length, and a line with 0; a line of JSON (`BackupTotals`); and a
 * line with the SHA-256 of everything before it.
 */
export type BackupHeader = {
  format: 'onair-backup'
  formatVersion: 1
  /** The version of Onair. */
  version: string
  createdAt: string
  mode: 'sandbox' | 'production' | null
  migrations: string[]
  /** SHA-256 of the migrations and of the columns of all tables. */
  schema: string
  partitions: TablePartition[]
  /** The data key, which only the program key of this data unseals. */
  sealedDataKey: string
}

type TableStart = { table: string; columns: string[] }
export type TableTotals = { table: string; rows: number; checksum: string }
export type BackupTotals = { tables: TableTotals[]; sequences: { name: string; value: number }[] }

/** The content of a table. It must be read to its end before the next one is taken. */
export type BackupTable = TableStart & { blocks: AsyncGenerator<Buffer> }

export type BackupSource = {
  header: BackupHeader
  tables: AsyncIterable<TableStart & { blocks: AsyncIterable<Buffer> }>
  /** Called after the last table. */
  totals: () => Promise<BackupTotals>
}

/** The bytes of a backup before compression. */
export async function* encodeBackup({ header, tables, totals }: BackupSource): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  const line = (content: unknown) => hashed(Buffer.from(`${JSON.stringify(content)}\n`))
  yield line(header)
  for await (const { table, columns, blocks } of tables) {
    yield line({ table, columns } satisfies TableStart)
    for await (const block of blocks) {
      if (block.length === 0) continue
      yield line(block.length)
      yield hashed(block)
    }
    yield line(0)
  }
  yield line(await totals())
  yield Buffer.from(`${hash.digest('hex')}\n`)
}

/** Reads a backup from its start to its end. Errors say that the file is damaged. */
export class BackupReader {
  readonly #file: string
  readonly #bytes: AsyncIterator<Buffer, undefined>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    this.#file = file
    const compressed = createReadStream(file)
    const bytes = compressed.pipe(createGunzip())
    compressed.on('error', (error) => bytes.destroy(error))
    this.#bytes = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  }

  async readHeader(): Promise<BackupHeader> {
    const header = await this.#readJson<BackupHeader>().catch((error: unknown) => {
      throw isSystemError(error) ? error : databaseOpenError(`${this.#file} is not a backup of Onair.`, error)
    })
    if (header.format !== 'onair-backup') throw databaseOpenError(`${this.#file} is not a backup of Onair.`)
    if (header.formatVersion !== 1)
      throw databaseOpenError(
        `${this.#file} was written by Onair ${header.version}, whose format of backups this version does not read.`,
      )
    return header
  }

  /** Yields the tables. Returns the totals after it has compared the checksum of the file. */
  async *readTables(): AsyncGenerator<BackupTable, BackupTotals> {
    for (;;) {
      const entry = await this.#readJson<TableStart | BackupTotals>()
      if ('tables' in entry) {
        await this.#requireChecksum()
        return entry
      }
      yield { ...entry, blocks: this.#readBlocks() }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bytes.return?.()
  }

  async *#readBlocks(): AsyncGenerator<Buffer> {
    for (;;) {
      let remaining = await this.#readJson<number>()
      if (!Number.isSafeInteger(remaining) || remaining < 0) throw this.#damaged()
      if (remaining === 0) return
      while (remaining > 0) {
        if (this.#rest.length === 0) await this.#readMore()
        const block = this.#rest.subarray(0, remaining)
        this.#rest = this.#rest.subarray(block.length)
        remaining -= block.length
        this.#hash.update(block)
        yield block
      }
    }
  }

  async #requireChecksum(): Promise<void> {
    const expected = this.#hash.digest('hex')
    const line = await this.#readLine()
    if (line.toString('utf8') !== `${expected}\n` || !(await this.#isAtEnd())) throw this.#damaged()
  }

  async #isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#next()).done === true
  }

  async #readJson<T>(): Promise<T> {
    const line = await this.#readLine()
    this.#hash.update(line)
    try {
      return JSON.parse(line.toString('utf8')) as T
    } catch (error) {
      throw this.#damaged(error)
    }
  }

  /** A line with its line feed. */
  async #readLine(): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end !== -1) {
        const line = this.#rest.subarray(0, end + 1)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (this.#rest.length > maxLineBytes) throw this.#damaged()
      await this.#readMore()
    }
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#next()
    if (done === true || value === undefined) throw this.#damaged()
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }

  #next(): Promise<IteratorResult<Buffer, undefined>> {
    return this.#bytes.next().catch((error: unknown) => {
      throw isSystemError(error)
        ? databaseOpenError(`Cannot read ${this.#file}: ${(error as Error).message}.`, error)
        : this.#damaged(error)
    })
  }

  #damaged(cause?: unknown): Error {
    return databaseOpenError(`The backup ${this.#file} is damaged or incomplete.`, cause)
  }
}

const maxLineBytes = 16_000_000

/** Of the file system, such as ENOENT. The codes of zlib begin with `Z_`. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
