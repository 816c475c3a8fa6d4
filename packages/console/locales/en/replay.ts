const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Recordings of broadcasts. */
export const replay = {
  title: 'Replays',
  adult: 'Adults only',
  video: 'Video of the replay',
  cannotPlay: 'The replay cannot be played',
  cannotPlayHint: 'Its file may be gone, or this browser cannot decode it.',
  notFound: 'There is no such replay',
  notFoundHint: 'It may have been deleted, or the address is wrong.',
  toChannel: (name: string) => `To the channel of ${name}`,
  chat: 'Chat of the broadcast',
  emptyChat: 'No messages until here.',
  delete: 'Delete',
  deleteOf: (title: string) => `Delete “${title}”`,
  deleteTitle: 'Delete the replay',
  deleteQuestion: (title: string) => `Delete the replay “${title}” for good?`,
  studio: {
    about: 'Recordings of your broadcasts. Viewers see them on your channel.',
    off: 'Your broadcasts are not recorded.',
    unavailable: 'This server does not record broadcasts.',
    settings: 'Broadcast settings',
    none: 'Nothing has been recorded yet.',
    columns: { live: 'Broadcast', started: 'Started', length: 'Length', size: 'Size', action: 'Action' },
    size: (bytes: number) => `${megabytes.format(Math.max(1, bytes / 1e6))} MB`,
  },
}
