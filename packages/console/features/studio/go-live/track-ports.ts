import type { Capture } from './capture.ts'
// oxlint-disable-next-line import/default -- Vite gives the URL of the bundled file.
import soundReaderUrl from './sound-reader.worklet.ts?worker&url'

/** The worker asks for frames and is sent samples, in browsers without MediaStreamTrackProcessor, such as Firefox. */
export function portsOf({ video, audio, context }: Pick<Capture, 'video' | 'audio' | 'context'>) {
  return {
    video: framePort(video),
    ...(audio && context && { audio: samplePort(audio, context) }),
  }
}

/** Answers each message with the frame that is shown now, or null before the first. */
function framePort(track: MediaStreamTrack): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const element = document.createElement('video')
  element.muted = true
  element.srcObject = new MediaStream([track])
  void element.play()
  port1.addEventListener('message', () => {
    // The element would show the last picture of a camera that gives none.
    const frame = track.muted ? null : frameOf(element)
    port1.postMessage(frame, frame === null ? [] : [frame])
  })
  port1.start()
  return port2
}

/** A window that is being resized has no size for a moment, of which no frame can be made. */
function frameOf(element: HTMLVideoElement): VideoFrame | null {
  if (element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || element.videoWidth === 0) return null
  try {
    return new VideoFrame(element, { timestamp: performance.now() * 1_000 })
  } catch {
    return null
  }
}

function samplePort(track: MediaStreamTrack, context: AudioContext): MessagePort {
  const { port1, port2 } = new MessageChannel()
  connectReader(track, context, port1).catch((error: unknown) => port1.postMessage(String(error)))
  return port2
}

async function connectReader(track: MediaStreamTrack, context: AudioContext, port: MessagePort): Promise<void> {
  await context.audioWorklet.addModule(soundReaderUrl)
  const reader = new AudioWorkletNode(context, 'sound-reader', { numberOfOutputs: 0 })
  reader.port.postMessage(port, [port])
  context.createMediaStreamSource(new MediaStream([track])).connect(reader)
}
