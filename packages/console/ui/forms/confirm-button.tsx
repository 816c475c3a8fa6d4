import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../error-alert.tsx'

const { dialog: t } = strings('common')

type DialogProps = {
  title: string
  /** The consequences of the action. */
  children: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  /** Whether the action takes something away, so that its button is red. */
  isDestructive?: boolean
}
type Props = DialogProps & {
  label: string
  ariaLabel?: string
  /** The look of the button that opens the dialog. */
  button?: Pick<ButtonProps, 'size' | 'variant' | 'color' | 'leftSection' | 'loading'>
}

const quietButton = { size: 'xs', variant: 'default' }

/** A button that opens a dialog with the consequences, and acts after confirmation. */
export function ConfirmButton({ label, ariaLabel = label, button = quietButton, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} aria-label={ariaLabel}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** A dialog with the consequences of an action, which it does after confirmation. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  isDestructive = true,
}: DialogProps & { isOpen: boolean; onClose: () => void }) {
  const mutation = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={mutation.reset}
      title={title}
      centered
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack gap="md">
        <Text component="div" c="dimmed">
          {children}
        </Text>
        {mutation.error !== null && <ErrorAlert error={mutation.error} retry={() => mutation.mutate()} />}
        <Group gap="xs">
          <Button
            {...(isDestructive && { color: 'red' })}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {confirmLabel}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
