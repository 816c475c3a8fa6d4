import { optional, pictureUrl, playlistUrl, text, timeZone, url } from './parsers.ts'
import { setting } from './setting.ts'

/** The URLs of videos and pictures, and the time zone of dates. */
export const mediaSettings = {
  displayZone: setting('ONAIR_DISPLAY_ZONE', 'Time zone of displayed dates', timeZone, 'Asia/Seoul'),
  ingestSecret: setting(
    'ONAIR_INGEST_SECRET',
    'The `secret` that media servers send to `/ingest/v1`; without it, only loopback connections are accepted',
    optional(text),
    null,
    true,
  ),
  ingestUrl: setting(
    'ONAIR_INGEST_URL',
    'URL to which encoders publish, shown in the studio, such as `rtmp://live.example.com/app`',
    optional(url('rtmp:', 'rtmps:', 'srt:', 'http:', 'https:')),
    null,
  ),
  playbackUrl: setting(
    'ONAIR_PLAYBACK_URL',
    'URL template of the HLS playlist that the watch page plays, such as `https://live.example.com/{channelId}/index.m3u8`',
    optional(playlistUrl),
    null,
  ),
  thumbnailUrl: setting(
    'ONAIR_THUMBNAIL_URL',
    "URL template of a live's picture, such as `https://live.example.com/{channelId}_{type}.jpg`; without it, a placeholder. Clients replace `{type}` with a height",
    optional(pictureUrl),
    null,
  ),
  badgeBaseUrl: setting(
    'ONAIR_BADGE_BASE_URL',
    'URL under which `streamer.png`, `manager.png` and `subscriber.png` are served, for clients that compare the full URL of a badge; without it, `/assets/badges` of this platform',
    optional(url('https:', 'http:')),
    null,
  ),
}
