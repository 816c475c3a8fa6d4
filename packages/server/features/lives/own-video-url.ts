/** `starting`: nothing can be played yet. `interrupted`: no packet has come for some seconds. */
export type VideoState = 'starting' | 'live' | 'interrupted'
/** Where a live has video of this platform: null in all three if it has none. */
export type OwnVideo = { mediaUrl: string | null; playbackId: string | null; videoState: VideoState | null }

/** The address of a file of a live that viewers can play, or null. */
export function ownVideoUrl(
  { mediaUrl, playbackId, videoState }: OwnVideo,
  file: 'master.m3u8' | 'still.mp4',
): string | null {
  return videoState === null || videoState === 'starting' ? null : `${mediaUrl}/${playbackId}/${file}`
}
