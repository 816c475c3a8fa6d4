import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { inLanguage } from '../language.ts'
import { Failed } from './failed.tsx'

type Given = {
  /** The button that asks, and what a screen reader hears of it where more is needed. */
  label: string
  heard?: string
  title: string
  /** What ends, or cannot be taken back. */
  children: ReactNode
  yes: string
  act: () => Promise<unknown>
}

/** A button that asks first, and says what will happen. */
export function Confirm({ label, heard = label, title, children, yes, act }: Given) {
  const [isOpen, setOpen] = useState(false)
  const [isActing, setActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const open = () => {
    setError(null)
    setOpen(true)
  }
  const confirm = () => {
    setActing(true)
    act()
      .then(() => setOpen(false), setError)
      .finally(() => setActing(false))
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={heard}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': said.close }}
      >
        <Stack gap="md">
          <div className="soft">{children}</div>
          {error !== null && <Failed error={error} again={confirm} />}
          <Group gap="xs">
            <Button color="red" loading={isActing} onClick={confirm}>
              {yes}
            </Button>
            <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
              {said.keep}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

const said = inLanguage({
  ko: { close: '닫기', keep: '그대로 두기' },
  en: { close: 'Close', keep: 'Leave it' },
})
