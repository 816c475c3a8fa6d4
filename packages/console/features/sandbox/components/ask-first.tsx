import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { focusOnOpen } from '../../../lib/focus.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { dialog } = strings('common')

type Props = {
  label: string
  ariaLabel?: string
  /** The loss that the action causes. */
  about: string
  confirmLabel: string
  action: { mutate: () => void; isPending: boolean; error: unknown }
  /** Beside the button. */
  children: ReactNode
}

/** A button of a menu that asks in place, where a dialog would close the menu. */
export function AskFirst({ label, ariaLabel = label, about, confirmLabel, action, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {children}
        <Button size="compact-sm" variant="default" aria-label={ariaLabel} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </Group>
    )
  return (
    <div role="alertdialog" aria-label={ariaLabel}>
      <Text size="sm">{about}</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" color="red" loading={action.isPending} onClick={() => action.mutate()}>
          {confirmLabel}
        </Button>
        <Button size="compact-sm" variant="default" ref={focusOnOpen} onClick={() => setAsking(false)}>
          {dialog.cancel}
        </Button>
      </Group>
      {action.error !== null && <ErrorAlert error={action.error} />}
    </div>
  )
}
