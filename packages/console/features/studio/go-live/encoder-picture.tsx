import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { drawLivePicture } from './encoding/draw-live-picture.ts'
import { videoHealthQuery } from './video-health-query.ts'

const retryMs = 5_000

/** Takes a picture for lists from the video beside it, each minute, while something other than a page publishes: a page sends its own. */
export function EncoderPicture() {
  const place = useRef<HTMLSpanElement>(null)
  const { data: health } = useQuery(videoHealthQuery)
  const source = health?.video?.source ?? 'page'
  useEffect(() => {
    if (source === 'page') return undefined
    let timer = setTimeout(take, retryMs)
    return () => clearTimeout(timer)

    function take() {
      const video = place.current?.closest('section')?.querySelector('video')
      const isShown = video != null && !video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      if (isShown) void send(video).catch(() => {})
      timer = setTimeout(take, isShown ? limits.livePictureSec * 1_000 : retryMs)
    }
  }, [source])
  return <span ref={place} hidden />
}

async function send(video: HTMLVideoElement): Promise<void> {
  const picture = await readBase64(await drawLivePicture(video))
  await api(consoleApi.video.putLivePicture, { body: { picture } })
}
