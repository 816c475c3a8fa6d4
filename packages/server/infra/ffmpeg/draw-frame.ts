import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'

const timeoutMs = 10_000
/** Nothing of this process's environment, which has secrets. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' }

type Drawing = { width: number; height: number; maxBytes: number; signal: AbortSignal }

/**
 * A JPEG of the first frame of an MP4 with H.264, as ffmpeg draws it: in one thread, with a low priority, from no other input
 * than these bytes. What is not of the shape gets bars. Null: there is no such program. Throws when it cannot decode the
 * frame, takes more than 10 s, or is aborted.
 */
export async function drawFrame(
  program: string,
  mp4: Buffer,
  { width, height, maxBytes, signal }: Drawing,
): Promise<Buffer | null> {
  const shape = `${width}:${height}`
  const filter = `scale=${shape}:force_original_aspect_ratio=decrease,pad=${shape}:-1:-1,setsar=1`
  const input = ['-protocol_whitelist', 'pipe', '-f', 'mp4', '-threads', '1', '-c:v', 'h264', '-i', 'pipe:0']
  const output = ['-an', '-frames:v', '1', '-vf', filter, '-q:v', '5', '-f', 'mjpeg', 'pipe:1']
  const args = ['-nostdin', '-v', 'error', ...input, ...output]
  const limited = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxBytes, signal } as const
  const options = { encoding: 'buffer', env, ...limited } as const
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const child = execFile(program, args, options, (error, picture) => {
    if (error?.code === 'ENOENT') resolve(null)
    else if (error !== null) reject(error)
    else resolve(picture)
  })
  // It may end before it has read everything.
  child.stdin?.on('error', () => {})
  child.stdin?.end(mp4)
  lowerPriority(child.pid)
  return promise
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended, or the system refuses.
  }
}
