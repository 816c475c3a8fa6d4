import type { RestreamProblem, RestreamStatus } from '@onair/contract'

/** Sending broadcasts on to other platforms. */
export const restream = {
  title: 'Restream',
  about: 'Your broadcasts are sent to other platforms at the same time, with the picture that you send here.',
  unavailable: 'This server does not carry the video of this site itself, so it cannot send it on.',
  noSound: 'Your targets get no sound',
  noSoundHint:
    'This browser sends its sound as Opus, and RTMP carries AAC only. The picture is sent without sound. For sound, broadcast with an encoder such as OBS, or with Chrome on Windows or macOS.',
  none: 'No targets yet. Add the server and the stream key that the other platform shows you.',
  add: 'Add a target',
  full: (most: number) => `A channel can have up to ${most} targets.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  cancel: 'Cancel',
  save: 'Save',
  fields: {
    name: 'Name',
    namePlaceholder: 'Twitch',
    url: 'Server address',
    urlHint:
      'For example rtmp://live.twitch.tv/app (Twitch) or rtmps://a.rtmps.youtube.com/live2 (YouTube), without the key.',
    key: 'Stream key',
    keyHint: 'It is stored encrypted and never shown again.',
    keptKey: 'Leave it empty to keep the stored key. Another address needs it again.',
  },
  send: (name: string) => `Send to ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete the target',
  deleteAbout: (name: string) => `Nothing more is sent to ${name}, and its key is deleted. A broadcast there ends.`,
  states: {
    off: 'Off',
    idle: 'Starts with your broadcast',
    connecting: 'Connecting',
    sending: 'Sending',
    waiting: 'Waiting to retry',
    refused: 'Refused',
  } satisfies Record<RestreamStatus['state'], string>,
  kbps: (kbps: number) => `${kbps.toLocaleString('en')} kbit/s`,
  dropped: (frames: number) =>
    `${frames.toLocaleString('en')} frames dropped: the connection to the target is too slow`,
  retry: (seconds: number) => `Tries again ${seconds} s after the last attempt.`,
  refusedHint: 'It is not tried again. Correct the stream key, or turn the target off and on.',
  problems: {
    HOST_NOT_FOUND: () => 'The host name of the address does not exist.',
    ADDRESS_NOT_ALLOWED: () => 'The address leads to an internal network, to which no video is sent.',
    CONNECTION_FAILED: ({ message = '' }) => `The connection failed (${message}).`,
    NO_ANSWER: () => 'The target does not answer.',
    NOT_RTMP: () => 'The target does not speak RTMP.',
    REFUSED: ({ message = '' }) => `The target refused the stream: “${message}”.`,
    CLOSED: () => 'The target closed the connection. If it does so again, check the stream key.',
    TOO_SLOW: () => 'The target did not take the video fast enough.',
    KEY_UNREADABLE: () => 'The stored key can no longer be read. Enter it again.',
  } satisfies Record<RestreamProblem['code'], (params: Record<string, string>) => string>,
}
