import { limits } from '@onair/contract'
import { drawLivePicture } from './draw-live-picture.ts'
import type { UploadTarget } from './upload-queue.ts'

/** Cameras begin with a dark picture. */
const firstAfterMs = 2_000
const timeoutMs = 10_000

/** Sends a picture of what the live shows soon after its start, and each minute. One that fails is not sent again. */
export class LivePicture {
  #target: UploadTarget
  #dueAt = performance.now() + firstAfterMs

  constructor(target: UploadTarget) {
    this.#target = target
  }

  retarget(target: UploadTarget): void {
    this.#target = target
  }

  /** Takes the frame if a picture is due. The caller may close it. */
  offer(frame: VideoFrame): void {
    const now = performance.now()
    if (now < this.#dueAt) return
    this.#dueAt = now + limits.livePictureSec * 1_000
    void this.#send(drawLivePicture(frame)).catch(() => {})
  }

  async #send(picture: Promise<Blob>): Promise<void> {
    await fetch(`${this.#target.uploadUrl}/picture`, {
      method: 'PUT',
      body: await picture,
      headers: { authorization: `Bearer ${this.#target.token}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
}
