import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { secondFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { Chart } from '../../../ui/chart.tsx'
import { maxHistory, videoHealthQuery, type VideoHealth } from './video-health-query.ts'
import classes from './go-live.module.css'

const { health: t, hints } = strings('goLive')

type Video = NonNullable<VideoHealth['video']>

/** The stream that the server receives, and in words why viewers see nothing or too little of it. */
export function StreamHealth() {
  const { data } = useQuery(videoHealthQuery)
  if (data === undefined || (data.video === null && data.hints.length === 0)) return null
  return (
    <section className={classes.below} aria-label={t.title}>
      <Stack gap="xs" role="status">
        {data.hints.map(({ code, params }) => (
          <Alert key={code} color="orange" p="xs">
            {hints[code](params)}
          </Alert>
        ))}
      </Stack>
      {data.video !== null && (
        <>
          <Figures video={data.video} />
          {data.history.length > 1 && (
            <Chart
              title={t.history}
              labelName={t.bitrate}
              shape="lines"
              height={40}
              minSlots={maxHistory}
              format={t.kbps}
              series={[{ name: t.bitrate, tone: 'blue' }]}
              points={data.history.map(({ at, kbps }) => ({
                label: secondFormat.format(new Date(at)),
                values: [kbps],
              }))}
            />
          )}
        </>
      )}
    </section>
  )
}

function Figures({ video }: { video: Video }) {
  const facts: [string, string | null][] = [
    [t.state, t.states[video.state]],
    [t.source, t.sources[video.source]],
    [t.bitrate, video.kbps > 0 ? t.kbps(video.kbps) : null],
    [t.picture, video.width === null || video.height === null ? null : t.size(video.width, video.height, video.fps)],
    [t.codecs, [video.videoCodec, video.audioCodec].filter((codec) => codec !== null).join(', ') || null],
    [t.keyFrames, video.keyFrameSec === null ? null : t.every(video.keyFrameSec)],
    [t.behind, video.viewersBehindSec === null ? null : t.behindSec(video.viewersBehindSec)],
    [t.lost, t.lostBatches(video.lostBatches)],
    [t.reconnects, t.reconnectCount(video.reconnects)],
  ]
  return (
    <dl className={classes.figures} aria-label={t.figures}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
