import { limits } from '@onair/contract'

type Source = CanvasImageSource & ({ displayWidth: number; displayHeight: number } | HTMLVideoElement)

/** A JPEG of a frame in the size of lists. What is not 16:9 gets bars. The frame may be closed before it is ready. */
export function drawLivePicture(frame: Source): Promise<Blob> {
  const { livePictureWidth: width, livePictureHeight: height } = limits
  const [frameWidth, frameHeight] =
    'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.videoWidth, frame.videoHeight]
  const scale = Math.min(width / frameWidth, height / frameHeight)
  const [drawnWidth, drawnHeight] = [frameWidth * scale, frameHeight * scale]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  context?.drawImage(frame, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.75 })
}
