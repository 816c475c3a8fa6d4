import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { TablePartition } from './catalog.ts'
import { hashOfMigrations } from './migrate.ts'

/**
 * The rows of all tables of one moment, in frames, each after its length in four bytes: the header; for each table
 * a `TableStart`, its rows in the text format of COPY in frames of any size, and an empty frame; the totals; and the
 * SHA-256 of all bytes before it. The header, the starts of tables and the totals are JSON.
 */
export type RowsHeader = {
  format: 'onair-rows'
  formatVersion: 1
  /** The version of Onair. */
  version: string
  createdAt: string
  mode: 'sandbox' | 'production' | null
  /** Rows can be read with the same schema only. */
  schema: string
  partitions: TablePartition[]
  /** The data key, which only the program key of this data unseals. */
  sealedDataKey: string
  /** The state of a sandbox beside its rows; null in a backup. */
  snapshot: unknown
}

type TableStart = { table: string; columns: string[] }
export type TableTotals = { table: string; rows: number; checksum: string }
export type RowsTotals = { tables: TableTotals[]; sequences: { name: string; value: number }[] }

/** The content of a table. It must be read to its end before the next one is taken. */
export type TableRows = TableStart & { blocks: AsyncGenerator<Buffer> }

/** The rows cannot be read here, or the database rejects them. `version`: of Onair that wrote them. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused'
  readonly reason: 'FOREIGN' | 'OTHER_VERSION' | 'DAMAGED' | 'REJECTED'
  readonly version: string

  constructor(reason: RowsRefused['reason'], { version = '', cause }: { version?: string; cause?: unknown } = {}) {
    super(reason, { cause })
    this.reason = reason
    this.version = version
  }
}

/** Encodes frames, and adds up their hash. */
export class FrameWriter {
  readonly #hash = createHash('sha256')

  json(content: RowsHeader | TableStart | RowsTotals): Buffer {
    return this.bytes(Buffer.from(JSON.stringify(content)))
  }

  bytes(content: Buffer): Buffer {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(content.length)
    const frame = Buffer.concat([length, content])
    this.#hash.update(frame)
    return frame
  }

  /** The last frame. */
  hash(): Buffer {
    return this.bytes(this.#hash.copy().digest())
  }
}

/** Reads rows from their start to their end, once. */
export class RowReader {
  readonly #bytes: AsyncIterator<Buffer, undefined>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  }

  async readHeader(): Promise<RowsHeader> {
    const header = await this.#readJson<RowsHeader>().catch((error: unknown) => {
      throw error instanceof RowsRefused ? new RowsRefused('FOREIGN', { cause: error }) : error
    })
    if (header.format !== 'onair-rows') throw new RowsRefused('FOREIGN')
    return header
  }

  /** Yields the tables. Returns the totals after it has compared the hash. */
  async *readTables(): AsyncGenerator<TableRows, RowsTotals> {
    for (;;) {
      const entry = await this.#readJson<TableStart | RowsTotals>()
      if ('tables' in entry) {
        await this.#requireHash()
        return entry
      }
      yield { ...entry, blocks: this.#readBlocks() }
    }
  }

  /** Reads the rest, to find out whether it is complete. */
  async readToEnd(): Promise<void> {
    const tables = this.readTables()
    for (let next = await tables.next(); next.done !== true; next = await tables.next())
      for await (const _ of next.value.blocks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bytes.return?.()
  }

  async *#readBlocks(): AsyncGenerator<Buffer> {
    for (let block = await this.#readFrame(); block.length > 0; block = await this.#readFrame()) yield block
  }

  async #requireHash(): Promise<void> {
    const expected = this.#hash.copy().digest()
    const isSame = (await this.#readFrame()).equals(expected)
    if (!isSame || this.#rest.length > 0 || (await this.#next()) !== null) throw new RowsRefused('DAMAGED')
  }

  async #readJson<T extends object>(): Promise<T> {
    const frame = await this.#readFrame()
    try {
      const content: unknown = JSON.parse(frame.toString())
      if (typeof content === 'object' && content !== null) return content as T
    } catch {
      // Damaged, as JSON of another kind is.
    }
    throw new RowsRefused('DAMAGED')
  }

  async #readFrame(): Promise<Buffer> {
    const length = (await this.#take(lengthBytes)).readUInt32BE()
    if (length > maxFrameBytes) throw new RowsRefused('DAMAGED')
    return this.#take(length)
  }

  async #take(count: number): Promise<Buffer> {
    const parts = [this.#rest]
    let length = this.#rest.length
    while (length < count) {
      const bytes = await this.#next()
      if (bytes === null) throw new RowsRefused('DAMAGED')
      parts.push(bytes)
      length += bytes.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts, length)
    const taken = all.subarray(0, count)
    this.#rest = all.subarray(count)
    this.#hash.update(taken)
    return taken
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#bytes.next()
      return done === true ? null : value
    } catch (cause) {
      throw isZlibError(cause) ? new RowsRefused('DAMAGED', { cause }) : cause
    }
  }
}

const lengthBytes = 4
const maxFrameBytes = 16_000_000

const isZlibError = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** Writes compressed rows to a file, which has its name when it is complete. Only this user may read its secrets. */
export async function writeRowsFile(rows: () => AsyncIterable<Buffer>, file: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    const output = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(rows, createGzip({ level: 3 }), output)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** The rows of a file. */
export function decompressRows(file: Readable): Readable {
  const rows = file.pipe(createGunzip())
  file.on('error', (error) => rows.destroy(error))
  return rows
}

/** Throws if the rows were written by a version with another format or schema. */
export async function requireSameVersion(header: RowsHeader): Promise<void> {
  if (header.formatVersion !== 1 || header.schema !== (await hashOfMigrations()))
    throw new RowsRefused('OTHER_VERSION', header)
}
