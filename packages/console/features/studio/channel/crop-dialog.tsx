import { Button, Modal, Slider, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { middle, placePicture, type Crop } from '../../../lib/scale-picture.ts'
import { strings } from '../../../locales/index.ts'
import classes from './channel.module.css'

const { picture: t } = strings('profile')
const { dialog } = strings('common')

/** The side of the circle in the dialog, in pixels. */
const side = 240
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
}

type Props = {
  file: File
  isSaving: boolean
  onSave: (crop: Crop) => void
  onUnreadable: () => void
  onClose: () => void
}

/** Chooses the part of a picture that is shown in a circle. */
export default function CropDialog({ file, isSaving, onSave, onUnreadable, onClose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(middle)
  const placed = picture && placePicture(picture, { width: side, height: side }, crop)
  const fail = useEffectEvent(onUnreadable)
  useEffect(() => {
    createImageBitmap(file).then(setPicture, () => fail())
  }, [file])
  useEffect(() => {
    if (picture === null || canvas.current === null) return
    const { left, top, width, height } = placePicture(picture, canvas.current, crop)
    const context = canvas.current.getContext('2d')
    context?.clearRect(0, 0, canvas.current.width, canvas.current.height)
    context?.drawImage(picture, left, top, width, height)
  }, [picture, crop])
  const move = (dx: number, dy: number) => {
    if (placed === null) return
    setCrop((before) => ({
      ...before,
      x: moved(before.x, dx, placed.width),
      y: moved(before.y, dy, placed.height),
    }))
  }
  const onPointerMove = (event: PointerEvent) => event.buttons === 1 && move(event.movementX, event.movementY)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(...step)
  }
  return (
    <Modal opened onClose={onClose} title={t.crop} closeButtonProps={{ 'aria-label': dialog.close }} size="sm" centered>
      <Stack gap="md" align="center">
        <button
          type="button"
          className={classes.crop}
          data-autofocus
          aria-label={t.crop}
          aria-describedby="crop-hint"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
        >
          <canvas ref={canvas} width={2 * side} height={2 * side} />
        </button>
        <Text size="sm" c="dimmed" id="crop-hint">
          {t.cropHint}
        </Text>
        <Slider
          w="100%"
          label={null}
          thumbLabel={t.zoom}
          min={1}
          max={4}
          step={0.05}
          value={crop.zoom}
          onChange={(zoom) => setCrop((before) => ({ ...before, zoom }))}
        />
        <Button fullWidth loading={isSaving} disabled={picture === null} onClick={() => onSave(crop)}>
          {t.save}
        </Button>
      </Stack>
    </Modal>
  )
}

/** The middle after the picture was moved by some pixels. */
function moved(at: number, pixels: number, drawn: number): number {
  const rest = (side - drawn) / 2
  return rest === 0 ? 0 : Math.min(1, Math.max(-1, at + pixels / rest))
}
