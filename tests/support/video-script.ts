import { readFileSync } from 'node:fs'

/** The script of docs/operate/video.md. */
export function readVideoScript(): string {
  const page = readFileSync(new URL('../../docs/operate/video.md', import.meta.url), 'utf8')
  return /<!-- onair-video -->\s+```sh\n(.*?)```/s.exec(page)?.[1] ?? ''
}
