import { useEffect, useRef, useState } from 'react'
import { Capture, type CaptureChoice } from './capture.ts'
import { CaptureError, type CaptureProblem } from './capture-support.ts'

type Shown = { capture: Capture | null; problem: CaptureProblem | null; isOpening: boolean }

const empty: Shown = { capture: null, problem: null, isOpening: false }

/**
 * The picture and the sound of a choice, for a preview: the camera at once, a screen after `share`. Closed with the component, unless `keep`
 * has taken it.
 */
export function useCapture(choice: CaptureChoice, isWanted: boolean) {
  const [shown, setShown] = useState(empty)
  const latest = useRef<Capture | null>(null)
  const openings = useRef(0)

  const open = async (create: () => Promise<Capture>) => {
    const opening = ++openings.current
    setShown((before) => ({ ...before, problem: null, isOpening: true }))
    try {
      const capture = await create()
      if (opening !== openings.current) return capture[Symbol.dispose]()
      latest.current = capture
      setShown({ capture, problem: null, isOpening: false })
    } catch (error) {
      if (opening !== openings.current) return
      latest.current = null
      const problem = error instanceof CaptureError ? error.problem : 'CAPTURE_FAILED'
      setShown({ capture: null, problem, isOpening: false })
    }
  }
  const close = () => {
    openings.current += 1
    latest.current?.[Symbol.dispose]()
    latest.current = null
  }
  const openCamera = () => {
    close()
    void open(() => Capture.openCamera(choice))
  }
  const share = () => {
    close()
    void open(() => Capture.openScreen(choice))
  }
  const isCamera = choice.source === 'camera'
  const chosen = JSON.stringify(choice)
  useEffect(() => {
    if (!isWanted) return
    const { current } = latest
    if (isCamera) openCamera()
    // Another microphone does not ask for the screen again.
    else if (current?.choice.source === 'screen') void open(() => current.withMicrophone(choice))
    else {
      close()
      setShown(empty)
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWanted, chosen])
  useEffect(() => close, [])

  /** The capture belongs to the caller from now on. */
  const keep = () => {
    latest.current = null
  }
  return { ...shown, share, retry: isCamera ? openCamera : share, keep }
}
