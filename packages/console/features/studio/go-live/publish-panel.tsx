import { Alert, Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { IconSettings } from '../../../ui/first-icons.tsx'
import { IconMicrophone, IconMicrophoneOff } from '../../../ui/video-icons.tsx'
import { Capture } from './capture.ts'
import { CapturePreview } from './capture-preview.tsx'
import type { PublishStats } from './encoding/messages.ts'
import type { Publication } from './kept-choice.ts'
import { publisher, type PublisherState } from './publisher.ts'
import classes from './go-live.module.css'

const t = strings('goLive')

const GoLiveDialog = lazy(() => import('./go-live-dialog.tsx'))

/** An uplink that is behind by more lowers the quality. */
const slowBatches = 4
const batchSec = 0.32
const manyDroppedFrames = 30

type Props = { state: Exclude<PublisherState, { phase: 'off' }> }

/** The broadcast of this window: the picture, the microphone, and what is wrong. */
export function PublishPanel({ state }: Props) {
  if (state.phase === 'interrupted') return <Interrupted publication={state.publication} />
  if (state.phase === 'over')
    return (
      <CapturePreview capture={null}>
        <Text size="md" maw="26rem" role="status">
          {t.over[state.reason]}
        </Text>
        <Button size="xs" variant="default" onClick={() => publisher.dismiss()}>
          {t.dismiss}
        </Button>
      </CapturePreview>
    )
  return <OnAir state={state} />
}

function OnAir({ state }: { state: Extract<PublisherState, { phase: 'on' }> }) {
  const { capture, hasPicture, isMuted, stats } = state
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <CapturePreview capture={hasPicture ? capture : null}>
        {!hasPicture && (
          <>
            <Text size="md" maw="26rem" role="alert">
              {t.lostPicture}
            </Text>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              {t.choosePicture}
            </Button>
          </>
        )}
      </CapturePreview>
      <div className={classes.below}>
        <Group gap="xs">
          {capture.hasMicrophone && (
            <Button
              size="xs"
              variant={isMuted ? 'filled' : 'default'}
              {...(isMuted && { color: 'red' })}
              aria-pressed={isMuted}
              leftSection={
                isMuted ? (
                  <IconMicrophoneOff size={16} aria-hidden="true" />
                ) : (
                  <IconMicrophone size={16} aria-hidden="true" />
                )
              }
              onClick={() => publisher.setMuted(!isMuted)}
            >
              {isMuted ? t.unmuteMicrophone : t.muteMicrophone}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden="true" />}
            onClick={() => setChanging(true)}
          >
            {t.change}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t.onAir}
        </Text>
        {stats !== null && <LocalProblems stats={stats} />}
      </div>
      {isChanging && (
        <Suspense>
          <GoLiveDialog isChange onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Warnings that only this window can give. */
function LocalProblems({ stats: { waitingBatches, droppedFrames } }: { stats: PublishStats }) {
  const { health } = t
  return (
    <div role="status">
      {waitingBatches > slowBatches && (
        <Alert color="orange">{health.waiting(Math.round(waitingBatches * batchSec))}</Alert>
      )}
      {droppedFrames > manyDroppedFrames && <Alert color="orange">{health.droppedFrames}</Alert>}
    </div>
  )
}

function Interrupted({ publication: { choice } }: { publication: Publication }) {
  const [isOpening, setOpening] = useState(false)
  const resume = async () => {
    setOpening(true)
    try {
      const capture = await (choice.source === 'screen' ? Capture.openScreen(choice) : Capture.openCamera(choice))
      await publisher.start(capture)
    } catch {
      // The button stays, to try again.
      setOpening(false)
    }
  }
  return (
    <CapturePreview capture={null}>
      <Text size="md" maw="26rem" role="alert">
        {t.interrupted}
      </Text>
      <Button size="xs" loading={isOpening} onClick={() => void resume()}>
        {t.resume}
      </Button>
    </CapturePreview>
  )
}
