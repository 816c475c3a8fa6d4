import { open } from 'node:fs/promises'
import { LabError } from '../error.ts'
import { parseChatLine, parseLine, type Line } from './lines.ts'

/** The lines of a file. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const file = await open(path).catch(() => {
    throw new LabError('CANNOT_READ', `Cannot read the file ${path}.`)
  })
  try {
    yield* parseLines(file.readLines(), path)
  } finally {
    await file.close()
  }
}

/** The lines of a recording, or of a chat log, whose other lines are ignored. `path` names them in errors. */
export async function* parseLines(texts: AsyncIterable<string> | Iterable<string>, path: string): AsyncGenerator<Line> {
  let number = 0
  let isRecording: boolean | null = null
  for await (const text of texts) {
    number += 1
    if (text.trim() === '') continue
    isRecording ??= text.trimStart().startsWith('{')
    const line = isRecording ? parseLine(text, { path, number }) : parseChatLine(text)
    if (line !== null) yield line
  }
}
