import { open } from 'node:fs/promises'
import { LabError } from '../error.ts'
import { parseChatLine, parseLine, type Line } from './lines.ts'

/** The lines of a recording, or of a chat log, whose other lines are ignored. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const file = await open(path).catch(() => {
    throw new LabError('CANNOT_READ', `Cannot read the file ${path}.`)
  })
  let number = 0
  let isRecording: boolean | null = null
  try {
    for await (const text of file.readLines()) {
      number += 1
      if (text.trim() === '') continue
      isRecording ??= text.trimStart().startsWith('{')
      const line = isRecording ? parseLine(text, { path, number }) : parseChatLine(text)
      if (line !== null) yield line
    }
  } finally {
    await file.close()
  }
}
