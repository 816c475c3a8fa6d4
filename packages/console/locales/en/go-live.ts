import { pluralize } from './plural.ts'

const number = new Intl.NumberFormat('en')
const seconds = (count: number) => `${number.format(count)} s`

/** Broadcasting from the studio, and the state of the video that the server receives. */
export const goLive = {
  title: 'Go live',
  changeTitle: 'Change picture and sound',
  source: 'What viewers see',
  sources: { camera: 'Camera', screen: 'Screen', none: 'No video' },
  noneAbout:
    'Viewers see a placeholder instead of video. Chat, donations and events work as in any broadcast. You can also connect an encoder later.',
  toEncoder: 'Use OBS or another encoder',
  preview: 'Preview of your picture',
  previewEmpty: { camera: 'The camera starts …', screen: 'Choose what to share' },
  share: 'Choose a screen or a window',
  shareOther: 'Share something else',
  camera: 'Camera',
  microphone: 'Microphone',
  noMicrophone: 'No microphone',
  standard: 'Standard device',
  quality: 'Quality',
  qualityOption: (name: string, mbps: number) => `${name} · ${number.format(mbps)} Mb/s`,
  small: 'Also send 360p',
  smallHint: 'For viewers with a slow connection. Needs a fast computer.',
  level: 'Microphone level',
  silent: 'No sound arrives. Check that the microphone is not muted.',
  start: 'Go live',
  startWithout: 'Go live without video',
  apply: 'Apply',
  addVideo: 'Add camera or screen',
  takeOver: 'Broadcast from here',
  elsewhere: 'Your channel is live from another window or an encoder. If you broadcast from here, that one stops.',
  missing: {
    INSECURE_CONTEXT:
      'Browsers allow the camera only on pages with HTTPS, or on the machine itself (localhost). Open this page over HTTPS, or use an encoder.',
    NO_DEVICES: 'This browser gives pages no access to cameras. Use another browser or an encoder.',
    NO_ENCODER:
      'This browser cannot encode H.264 for a broadcast. Use Chrome, Edge or another browser based on Chromium, or an encoder.',
  },
  problems: {
    REFUSED:
      'The browser does not allow this page the camera or the microphone. Allow both in the address bar, then try again.',
    REFUSED_BY_SYSTEM:
      'The operating system does not allow the browser the camera or the microphone. Allow both in its privacy settings, then try again.',
    BUSY: 'Another program is using the camera or the microphone. Close it, then try again.',
    NO_CAMERA: 'No camera was found. Connect one, or share your screen.',
    NO_MICROPHONE: 'No microphone was found. Connect one, or choose “No microphone”.',
    NOT_SHARED: 'Nothing is shared yet.',
    CAPTURE_FAILED: 'The camera or the screen could not be opened. Try again, or choose another.',
  },
  retry: 'Try again',
  onAir: 'You broadcast from this window. It can be in the background, but not closed.',
  muteMicrophone: 'Mute microphone',
  unmuteMicrophone: 'Unmute microphone',
  change: 'Change devices',
  lostPicture: 'The picture has ended: the camera was disconnected, or you stopped sharing.',
  choosePicture: 'Choose a picture',
  interrupted: 'This window was loaded again. Go on within half a minute, or the broadcast ends.',
  resume: 'Go on',
  over: {
    TAKEN_OVER: 'Another window or an encoder now broadcasts on your channel. This window sends nothing any more.',
    LIVE_ENDED: 'The broadcast has ended, so this window sends nothing any more.',
    ENDED: 'This window sends nothing any more.',
    ENCODER_FAILED: 'The browser could not encode the video. Go live again, if need be with a lower quality.',
  },
  dismiss: 'Close',
  health: {
    title: 'Stream',
    figures: 'Figures of the stream',
    history: 'Bitrate of the last minutes',
    source: 'From',
    sources: { page: 'This studio', encoder: 'Encoder', test: 'Test picture' },
    states: { starting: 'No picture yet', live: 'Arriving', interrupted: 'Interrupted' },
    state: 'Video',
    bitrate: 'Bitrate',
    kbps: (kbps: number) => (kbps < 1_000 ? `${kbps} kb/s` : `${number.format(Math.round(kbps / 100) / 10)} Mb/s`),
    picture: 'Picture',
    size: (width: number, height: number, fps: number) =>
      `${width} × ${height}, ${pluralize(Math.round(fps), 'frame')}/s`,
    codecs: 'Codecs',
    keyFrames: 'Key frames',
    every: (sec: number) => `every ${seconds(Math.round(sec * 10) / 10)}`,
    lost: 'Lost',
    lostBatches: (count: number) => pluralize(count, 'part'),
    reconnects: 'Reconnects',
    reconnectCount: (count: number) => number.format(count),
    behind: 'Delay to viewers',
    behindSec: (sec: number) => seconds(Math.round(sec * 10) / 10),
    waiting: (sec: number) => `Your connection is slow: ${seconds(sec)} of video wait to be sent, at a lower quality.`,
    droppedFrames: 'Your computer is too slow for this quality: frames are left out. Choose a lower one.',
  },
  hints: {
    WRONG_KEY: () => 'An encoder was refused: its stream key is wrong. Copy the key again.',
    NO_KEY_FRAME: () =>
      'No key frame has arrived yet, so viewers see nothing. Set the keyframe interval of the encoder to 2 s.',
    KEY_FRAME_INTERVAL_TOO_LONG: () => 'The keyframe interval is above 10 s, so the stream was refused. Set it to 2 s.',
    KEY_FRAME_INTERVAL_LONG: ({ seconds: sec }: HintParams) =>
      `The keyframe interval is ${sec} s: without low latency, viewers are further behind. Set it to 2 s.`,
    UNSUPPORTED_VIDEO_CODEC: ({ codec }: HintParams) => `The video codec ${codec} is not supported. Use H.264.`,
    UNSUPPORTED_AUDIO_CODEC: ({ codec }: HintParams) =>
      `The audio codec ${codec ?? 'of the stream'} is not supported. Use AAC in mono or stereo.`,
    UNSUPPORTED_SIZE: () => 'The picture is too large or too small. Up to 1920 × 1080 is allowed.',
    NO_AUDIO: () => 'The stream has no sound. Check the microphone, or the audio of the encoder.',
    NO_VIDEO: () =>
      'Only sound arrives, so viewers see no picture or the last one. Check the camera, or the video of the encoder.',
    UPLOAD_TOO_SLOW: ({ behindSec }: HintParams) =>
      `The stream arrives ${behindSec} s late: your connection is too slow for the bitrate. Choose a lower quality.`,
    UPLOAD_TOO_FAST: ({ kbps }: HintParams) =>
      `The stream has more than the ${kbps} kb/s that this platform allows. Lower the bitrate.`,
    CLOCK_JUMPS: ({ count }: HintParams) =>
      `The times in the stream jumped ${count} times, so the picture stops for a moment. Check the encoder, or whether its machine is overloaded.`,
    BATCHES_LOST: ({ count }: HintParams) =>
      `Your network was away for too long: ${count} parts of the video were left out, and viewers saw a jump.`,
    INTERRUPTED: ({ leftSec }: HintParams) =>
      `Nothing arrives. The broadcast ends in ${leftSec} s unless the stream returns.`,
    ENDED: () => 'The broadcast ended because nothing arrived any more.',
    INVALID_PACKETS: () => 'A part of the stream was damaged and left out.',
    LIVE_ELSEWHERE: () =>
      'An encoder was refused, because another one or the studio already broadcasts on this channel. Stop that one first.',
    TOO_MANY_VIDEOS: () => 'The stream was refused, because this server carries no more broadcasts at once.',
  },
}

type HintParams = Readonly<Record<string, string | number>>
