import { CaptureError, toCaptureError } from './capture-support.ts'
import { qualities, type QualityName } from './encoding/video-quality.ts'

/** Quieter sound is shown as silence. */
const silenceDb = -60
const meterSamples = 1_024

export type CaptureChoice = {
  source: 'camera' | 'screen'
  /** Null: the one that the browser proposes. */
  cameraId: string | null
  microphoneId: string | null
  hasMicrophone: boolean
  quality: QualityName
  /** Whether a second, small rendition is sent. */
  hasSmall: boolean
}

/** The picture and the sound that go on air, until it is disposed. */
export class Capture implements Disposable {
  readonly choice: CaptureChoice
  readonly video: MediaStreamTrack
  /** The microphone, the sound of what is shared, or both together. */
  readonly audio: MediaStreamTrack | null
  readonly preview: MediaStream
  readonly #picture: MediaStream
  readonly #microphone: MediaStreamTrack | null
  /** Closed with the capture. */
  readonly context: AudioContext | null
  readonly #analyser: AnalyserNode | null
  readonly #samples = new Float32Array(meterSamples)

  private constructor(choice: CaptureChoice, picture: MediaStream, microphone: MediaStreamTrack | null) {
    const [video] = picture.getVideoTracks()
    if (video === undefined) throw new CaptureError('CAPTURE_FAILED', null)
    this.choice = choice
    this.video = video
    this.#picture = picture
    this.preview = new MediaStream([video])
    this.#microphone = microphone
    const sounds = [microphone, ...picture.getAudioTracks()].filter((track) => track !== null)
    const [first] = sounds
    this.context = first === undefined ? null : new AudioContext()
    this.#analyser = this.context?.createAnalyser() ?? null
    this.audio = this.#connect(sounds)
  }

  /** Throws a CaptureError. */
  static async openCamera(choice: CaptureChoice): Promise<Capture> {
    const stream = await openCamera(choice)
    const [microphone = null] = stream.getAudioTracks()
    return new Capture(choice, new MediaStream(stream.getVideoTracks()), microphone)
  }

  /** The same for a screen. Browsers ask which, and only after a click. */
  static async openScreen(choice: CaptureChoice): Promise<Capture> {
    const picture = await openScreen(choice)
    try {
      return new Capture(choice, picture, await openMicrophone(choice))
    } catch (error) {
      for (const track of picture.getTracks()) track.stop()
      throw error
    }
  }

  /** The same picture with another microphone. This capture is over then. */
  async withMicrophone(choice: CaptureChoice): Promise<Capture> {
    const microphone = await openMicrophone(choice)
    this.#closeSound()
    return new Capture(choice, this.#picture, microphone)
  }

  /** How loud the sound is, from 0 to 1. */
  get level(): number {
    if (this.#analyser === null) return 0
    this.#analyser.getFloatTimeDomainData(this.#samples)
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / meterSamples
    return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power + 1e-12)) / silenceDb))
  }

  get hasMicrophone(): boolean {
    return this.#microphone !== null
  }

  get isMuted(): boolean {
    return this.#microphone?.enabled === false
  }

  setMuted(isMuted: boolean): void {
    if (this.#microphone) this.#microphone.enabled = !isMuted
  }

  [Symbol.dispose](): void {
    for (const track of this.#picture.getTracks()) track.stop()
    this.#closeSound()
  }

  #closeSound(): void {
    this.#microphone?.stop()
    if (this.context?.state !== 'closed') void this.context?.close()
  }

  #connect(sounds: MediaStreamTrack[]): MediaStreamTrack | null {
    const context = this.context
    const analyser = this.#analyser
    if (context === null || analyser === null) return null
    const nodes = sounds.map((track) => context.createMediaStreamSource(new MediaStream([track])))
    for (const node of nodes) node.connect(analyser)
    // One track alone needs no detour.
    if (nodes.length === 1) return sounds[0] ?? null
    const mixed = context.createMediaStreamDestination()
    for (const node of nodes) node.connect(mixed)
    return mixed.stream.getAudioTracks()[0] ?? null
  }
}

/** The cameras and microphones. Their names are known once the user has allowed one. */
export async function listDevices(): Promise<{ cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] }> {
  const devices = (await navigator.mediaDevices.enumerateDevices()).filter(({ deviceId }) => deviceId !== '')
  return {
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
  }
}

/** A picture of the chosen quality, or what the device has. */
function sizeOf({ quality }: CaptureChoice): MediaTrackConstraints {
  const { height, fps } = qualities[quality]
  return {
    width: { ideal: Math.round((height * 16) / 9) },
    height: { ideal: height },
    frameRate: { ideal: fps, max: 30 },
  }
}

const deviceOf = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { ideal: id } })

async function openCamera(choice: CaptureChoice): Promise<MediaStream> {
  const video = { ...sizeOf(choice), ...deviceOf(choice.cameraId) }
  const audio = choice.hasMicrophone && deviceOf(choice.microphoneId)
  try {
    return await navigator.mediaDevices.getUserMedia({
      video,
      audio: audio && Object.keys(audio).length === 0 ? true : audio,
    })
  } catch (error) {
    const { cameras, microphones } = await listDevices().catch(() => ({ cameras: [], microphones: [] }))
    const isMicrophoneMissing = cameras.length > 0 && microphones.length === 0
    throw toCaptureError(error, isMicrophoneMissing ? 'microphone' : 'camera')
  }
}

async function openMicrophone({ hasMicrophone, microphoneId }: CaptureChoice): Promise<MediaStreamTrack | null> {
  if (!hasMicrophone) return null
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: microphoneId === null ? true : deviceOf(microphoneId),
    })
    return stream.getAudioTracks()[0] ?? null
  } catch (error) {
    throw toCaptureError(error, 'microphone')
  }
}

async function openScreen(choice: CaptureChoice): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: sizeOf(choice), audio: true })
  } catch (error) {
    throw toCaptureError(error, 'screen')
  }
}
