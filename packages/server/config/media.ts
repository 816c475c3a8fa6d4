import {
  integer,
  mediaControls,
  optional,
  pictureUrl,
  playlistUrl,
  program,
  rtmpPort,
  s3Url,
  text,
  timeZone,
  url,
} from './parsers.ts'
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
  mediaControls: setting(
    'ONAIR_MEDIA_CONTROL_URL',
    'Control addresses of the media servers behind `ONAIR_PLAYBACK_URL`, comma-separated, by which encoders are cut, such as `nginx-rtmp+http://127.0.0.1:8081/control?app=app`: see [video](video.md#cut-encoders)',
    mediaControls,
    [],
    true,
  ),
  rtmpPort: setting(
    'ONAIR_RTMP_PORT',
    'Port to which encoders publish by RTMP, or by RTMPS with `ONAIR_TLS_CERT`; 0 selects a free port, `off` closes it. Default: 1935; in the sandbox a free port if that one is in use',
    rtmpPort,
    null,
  ),
  rtmpHost: setting(
    'ONAIR_RTMP_HOST',
    'Address of `ONAIR_RTMP_PORT`, such as `0.0.0.0` behind a proxy that forwards HTTP only; default: `ONAIR_HOST`',
    optional(text),
    null,
  ),
  videoLives: setting(
    'ONAIR_VIDEO_LIVES',
    'Broadcasts whose video this process carries at once, of up to 30 MB each; 0: none. `ONAIR_PLAYBACK_URL` is for the video of another server and excludes these',
    integer(0, 10_000),
    50,
  ),
  videoMaxKbps: setting(
    'ONAIR_VIDEO_MAX_KBPS',
    'Highest bit rate of a broadcast, all its picture sizes together, in kilobits per second',
    integer(100, 100_000),
    8_000,
  ),
  ffmpeg: setting(
    'ONAIR_FFMPEG',
    'Program that draws the pictures of lives that encoders send, if it is installed; `off`: they come from the studio, while it is open',
    program,
    'ffmpeg',
  ),
  recordingsDir: setting(
    'ONAIR_RECORDINGS_DIR',
    'Folder in which broadcasts are recorded for channels that choose it. Without it nothing is recorded; in the sandbox on this machine it is `recordings` in `ONAIR_DATA_DIR`',
    optional(text),
    null,
  ),
  recordingsS3Url: setting(
    'ONAIR_RECORDINGS_S3_URL',
    'Bucket of an S3 service to which recordings and clips go when they are complete, with the keys in percent-encoding: `https://KEY:SECRET@s3.example.com/bucket/prefix?region=auto`. Without it they stay in the folder',
    optional(s3Url),
    null,
    true,
  ),
  recordingsGb: setting(
    'ONAIR_RECORDINGS_GB',
    'Size of the recordings, in the folder and the S3 service, in GB; the oldest are deleted first. An hour takes about 1.2 GB',
    integer(1, 1_000_000),
    20,
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
