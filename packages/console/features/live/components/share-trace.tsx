import { Button, CopyButton } from '@mantine/core'
import { useState, type RefObject } from 'react'
import { strings } from '../../../locales/index.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { drawTrace } from '../draw-trace.ts'

const { trace: t } = strings('live')

/** Only a page with HTTPS or of this machine may write to the clipboard. */
const canCopyImages = 'ClipboardItem' in window && 'clipboard' in navigator

/** Copies the address of a trace, and copies or saves a picture of the element that shows it. */
export function ShareTrace({ traceId, shown }: { traceId: string; shown: RefObject<HTMLElement | null> }) {
  const [isImageCopied, setImageCopied] = useState(false)
  const url = `${window.location.origin}/live?${String(new URLSearchParams({ trace: traceId }))}`
  const saveImage = async (section: HTMLElement) =>
    saveFile(`onair-${traceId}.png`, 'image/png', await drawTrace(section))
  const copyImage = async (section: HTMLElement) => {
    try {
      // Safari accepts a picture that is drawn later, but no later copy.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawTrace(section) })])
      setImageCopied(true)
      setTimeout(() => setImageCopied(false), 1_000)
    } catch {
      // The user or the browser did not allow it.
      await saveImage(section)
    }
  }
  const withTrace = (use: (section: HTMLElement) => Promise<void>) => () => {
    if (shown.current) void use(shown.current)
  }
  return (
    <>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="subtle" onClick={copy}>
            {copied ? t.copied : t.share}
          </Button>
        )}
      </CopyButton>
      {canCopyImages && (
        <Button size="compact-sm" variant="subtle" onClick={withTrace(copyImage)}>
          {isImageCopied ? t.copied : t.copyImage}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={withTrace(saveImage)}>
        {t.image}
      </Button>
    </>
  )
}
