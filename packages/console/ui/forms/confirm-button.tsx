import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../error-alert.tsx'

const { dialog: t } = strings('common')

type Props = {
  label: string
  ariaLabel?: string
  title: string
  /** The consequences of the action. */
  children: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  /** Whether the action takes something away, so that its button is red. */
  isDestructive?: boolean
  /** The look of the button that opens the dialog. */
  button?: Pick<ButtonProps, 'size' | 'variant' | 'color' | 'leftSection' | 'loading'>
}

const quietButton = { size: 'xs', variant: 'default' }

/** A button that opens a dialog with the consequences, and acts after confirmation. */
export function ConfirmButton({
  label,
  ariaLabel = label,
  title,
  children,
  confirmLabel,
  onConfirm,
  isDestructive = true,
  button = quietButton,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const open = () => {
    setError(null)
    setOpen(true)
  }
  const confirm = () => {
    setPending(true)
    onConfirm()
      .then(() => setOpen(false), setError)
      .finally(() => setPending(false))
  }
  return (
    <>
      <Button {...button} onClick={open} aria-label={ariaLabel}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Stack gap="md">
          <Text component="div" c="dimmed">
            {children}
          </Text>
          {error !== null && <ErrorAlert error={error} retry={confirm} />}
          <Group gap="xs">
            <Button {...(isDestructive && { color: 'red' })} loading={isPending} onClick={confirm}>
              {confirmLabel}
            </Button>
            <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
