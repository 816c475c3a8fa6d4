import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { strings } from '../../../locales/index.ts'
import { IconLink } from '../../../ui/icons.tsx'

const t = strings('about')

/** Passes the address of a page on: with the menu of a phone, or by copying it. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const url = `${window.location.origin}${path}`
  const share = () => {
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    if (isTouch && 'share' in navigator) navigator.share({ title, url }).catch(() => {})
    else copy(url)
  }
  return (
    <Button variant="default" leftSection={<IconLink size={16} stroke={1.75} aria-hidden="true" />} onClick={share}>
      <span role="status">{copied ? t.copied : t.share}</span>
    </Button>
  )
}
