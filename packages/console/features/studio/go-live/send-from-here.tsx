import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { IconVideo } from '../../../ui/video-icons.tsx'
import { openStudioDocument } from './studio-document.ts'
import { videoHealthQuery } from './video-health-query.ts'
import classes from './go-live.module.css'

const t = strings('goLive')

const GoLiveDialog = lazy(() => import('./go-live-dialog.tsx'))

/** Gives a live a picture from this window: one without video, or one that another window or an encoder sends. */
export function SendFromHere() {
  const { data: health } = useQuery(videoHealthQuery)
  const [isOpen, setOpen] = useState(false)
  if (health?.isEnabled !== true) return null
  return (
    <div className={classes.below}>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconVideo size={16} aria-hidden="true" />}
          onClick={() => setOpen(openStudioDocument())}
        >
          {health.video === null ? t.addVideo : t.takeOver}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <GoLiveDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
