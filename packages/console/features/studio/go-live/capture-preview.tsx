import { useEffect, useRef, type ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import type { Capture } from './capture.ts'
import classes from './go-live.module.css'

const t = strings('goLive')

/** The picture that goes on air, without its sound, which would be heard twice. */
export function CapturePreview({ capture, children }: { capture: Capture | null; children?: ReactNode }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = capture?.preview ?? null
  }, [capture])
  return (
    <div className={`screen ${classes.preview}`}>
      <video ref={video} aria-label={t.preview} hidden={capture === null} muted autoPlay playsInline />
      {children}
    </div>
  )
}
