import { pluralize } from './plural.ts'

const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type Statistics = {
  /** The distance to the live edge; null while it is not known. */
  latencySec: number | null
  height: number
  lostFrames: number
}

/** The player of a live, a replay or a clip. */
export const video = {
  video: 'Video of the broadcast',
  controls: 'Player controls',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Turn sound on',
  volume: 'Volume',
  live: 'Live',
  toEdge: 'Go to live',
  quality: 'Quality',
  automatic: (height: number) => (height > 0 ? `Auto (${height}p)` : 'Auto'),
  theatre: 'Theatre mode',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  pictureInPicture: 'Picture in picture',
  statisticsTitle: 'Statistics',
  statistics: ({ latencySec, height, lostFrames }: Statistics) =>
    [
      ...(latencySec === null ? [] : [`${seconds.format(latencySec)} s behind`]),
      ...(height > 0 ? [`${height}p`] : []),
      `${pluralize(lostFrames, 'frame')} lost`,
    ].join(', '),
  states: {
    playing: 'The video is playing.',
    playingMuted: 'The video is playing without sound.',
    paused: 'The video is paused.',
    waiting: 'The video is loading.',
    blocked: 'Your browser does not start videos by itself. Select Play.',
  },
  problems: {
    unsupported: 'Your browser cannot decode this video.',
    offline: 'Your device is offline. The video continues when it is connected again.',
    interrupted: 'No picture arrives from the streamer. It continues here automatically.',
    slow: 'Your connection is too slow for this video, so it stops now and then.',
  },
}
