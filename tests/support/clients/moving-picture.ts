/** An expression for a page: a promise that the picture of its video moves, as the fake camera's does. */
export const pictureHasMoved = `new Promise((resolve, reject) => {
    const deadline = Date.now() + 40_000
    const canvas = new OffscreenCanvas(64, 36)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const pictures = new Set()
    const ranges = ({ buffered } = { buffered: [] }) =>
      Array.from({ length: buffered.length }, (_, index) => buffered.start(index) + '-' + buffered.end(index))
    const look = () => {
      const video = document.querySelector('video')
      if (video?.readyState >= 2 && !video.paused) {
        context.drawImage(video, 0, 0, 64, 36)
        const pixels = context.getImageData(0, 0, 64, 36).data
        if (pixels.some((value, index) => index % 4 < 3 && value > 40)) pictures.add(pixels.join())
      }
      if (pictures.size >= 5) resolve()
      else if (Date.now() > deadline) reject(new Error('no motion: ' + [pictures.size, video?.readyState, video?.paused, video?.currentTime, ...ranges(video)]))
      else setTimeout(look, 100)
    }
    look()
  })`
