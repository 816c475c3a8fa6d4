import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../command.ts'

/** Writes a file that only this user may read, and that did not exist. One that is not complete is removed. */
export async function writeNewFile(file: string, text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CommandError(`${file} exists already.`)
    await rm(file, { force: true })
    throw error
  }
}
