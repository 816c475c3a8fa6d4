import { Button, CopyButton } from '@mantine/core'
import type { RefObject } from 'react'
import { strings } from '../../../locales/index.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { drawTrace } from '../draw-trace.ts'

const { trace: t } = strings('live')

/** Copies the address of a trace, and saves a picture of the element that shows it. */
export function ShareTrace({ traceId, shown }: { traceId: string; shown: RefObject<HTMLElement | null> }) {
  const url = `${window.location.origin}/live?${String(new URLSearchParams({ trace: traceId }))}`
  const save = async () => {
    if (shown.current) saveFile(`onair-${traceId}.png`, 'image/png', await drawTrace(shown.current))
  }
  return (
    <>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {copied ? t.copied : t.share}
          </Button>
        )}
      </CopyButton>
      <Button size="compact-sm" variant="default" onClick={() => void save()}>
        {t.image}
      </Button>
    </>
  )
}
