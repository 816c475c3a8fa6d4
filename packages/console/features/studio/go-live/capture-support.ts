import { codecOf } from './encoding/video-quality.ts'

/** Why this page cannot send video at all. */
export type MissingSupport = 'INSECURE_CONTEXT' | 'NO_DEVICES' | 'NO_ENCODER'

/** Why the chosen device gives nothing. */
export type CaptureProblem =
  | 'REFUSED'
  | 'REFUSED_BY_SYSTEM'
  | 'BUSY'
  | 'NO_CAMERA'
  | 'NO_MICROPHONE'
  | 'NOT_SHARED'
  | 'CAPTURE_FAILED'

export class CaptureError extends Error {
  readonly problem: CaptureProblem

  constructor(problem: CaptureProblem, cause: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** Null: this browser can capture, encode and send video from this page. */
export async function findMissingSupport(): Promise<MissingSupport | null> {
  if (!window.isSecureContext) return 'INSECURE_CONTEXT'
  if (!('mediaDevices' in navigator)) return 'NO_DEVICES'
  const hasInterfaces = ['VideoEncoder', 'AudioEncoder'].every((name) => name in window)
  if (!hasInterfaces) return 'NO_ENCODER'
  const [width, height] = [640, 360]
  const config = { codec: codecOf(width * height, false), width, height, avc: { format: 'avc' as const } }
  const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }))
  return supported ? null : 'NO_ENCODER'
}

/** `kind` is what was asked for. */
export function toCaptureError(error: unknown, kind: 'camera' | 'microphone' | 'screen'): CaptureError {
  const { name = '', message = '' } = error instanceof Error ? error : {}
  return new CaptureError(problemOf(name, message, kind), error)
}

function problemOf(name: string, message: string, kind: 'camera' | 'microphone' | 'screen'): CaptureProblem {
  if (name === 'NotAllowedError' && /system/i.test(message)) return 'REFUSED_BY_SYSTEM'
  if (name === 'NotAllowedError' || name === 'SecurityError') return kind === 'screen' ? 'NOT_SHARED' : 'REFUSED'
  if (name === 'NotReadableError' || name === 'AbortError') return 'BUSY'
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return kind === 'microphone' ? 'NO_MICROPHONE' : 'NO_CAMERA'
  return 'CAPTURE_FAILED'
}
