import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { dialog } = strings('common')

type Props = {
  label: string
  title: string
  about: string
  field: string
  initial?: string
  maxLength: number
  isRequired?: boolean
  isDestructive?: boolean
  size?: 'xs' | 'sm'
  /** Other fields, after the text. */
  children?: ReactNode
  onSubmit: (text: string) => Promise<unknown>
}

/** A button that opens a dialog with one text, such as the reason of an action. */
export function TextDialogButton({
  label,
  title,
  about,
  field,
  initial = '',
  maxLength,
  isRequired = true,
  isDestructive = false,
  size = 'xs',
  children,
  onSubmit,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(initial)
  const submit = useMutation({ mutationFn: onSubmit, onSuccess: () => setOpen(false) })
  const open = () => {
    submit.reset()
    setText(initial)
    setOpen(true)
  }
  return (
    <>
      <Button size={size} variant="default" aria-label={title} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': dialog.close }}
      >
        <Stack
          component="form"
          gap="md"
          onSubmit={(event) => {
            event.preventDefault()
            submit.mutate(text.trim())
          }}
        >
          <Text c="dimmed">{about}</Text>
          <TextInput
            label={field}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
            maxLength={maxLength}
            required={isRequired}
            data-autofocus
          />
          {children}
          {submit.error !== null && <ErrorAlert error={submit.error} />}
          <Button type="submit" loading={submit.isPending} {...(isDestructive && { color: 'red' })}>
            {label}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
