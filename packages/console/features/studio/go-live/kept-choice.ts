import { qualityNames } from './encoding/video-quality.ts'
import type { CaptureChoice } from './capture.ts'

const choiceKey = 'onair-capture'
const publicationKey = 'onair-publication'

const initialChoice: CaptureChoice = {
  source: 'camera',
  cameraId: null,
  microphoneId: null,
  hasMicrophone: true,
  quality: '720p',
  hasSmall: false,
}

/** The devices and the quality of the last time, on this browser. */
export function readChoice(): CaptureChoice {
  const stored = read(() => localStorage, choiceKey) as Partial<CaptureChoice> | null
  const choice = { ...initialChoice, ...stored }
  return qualityNames.includes(choice.quality) ? choice : initialChoice
}

export function keepChoice(choice: CaptureChoice): void {
  write(() => localStorage, choiceKey, choice)
}

/** The live that this tab sends, and the token of its upload: a reload of the page goes on with it. */
export type Publication = { liveId: number; token: string; choice: CaptureChoice }

export function readPublication(): Publication | null {
  return read(() => sessionStorage, publicationKey) as Publication | null
}

export function keepPublication(publication: Publication | null): void {
  write(() => sessionStorage, publicationKey, publication)
}

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // Without storage nothing is kept.
  }
}
