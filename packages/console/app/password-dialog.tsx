import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { consoleApi } from '@onair/contract'
import { CurrentPassword } from '../features/account/components/current-password.tsx'
import { api } from '../lib/api.ts'
import { currentPrompt, subscribeToPrompt } from '../lib/password-prompt.ts'
import { strings } from '../locales/index.ts'
import { ErrorText } from '../ui/forms/error-text.tsx'

const { dialog, passwordPrompt: t } = strings('common')

/** Asks for the password when a call needs a recent one. */
export function PasswordDialog() {
  const prompt = useSyncExternalStore(subscribeToPrompt, currentPrompt)
  return (
    <Modal
      opened={prompt !== null}
      onClose={() => prompt?.answer(false)}
      title={t.title}
      centered
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': dialog.close }}
    >
      {prompt !== null && <PasswordForm onDone={prompt.answer} />}
    </Modal>
  )
}

function PasswordForm({ onDone }: { onDone: (isEntered: boolean) => void }) {
  const [password, setPassword] = useState('')
  const verify = useMutation({
    mutationFn: () => api(consoleApi.account.verifyPassword, { body: { password } }),
    onSuccess: () => onDone(true),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        <CurrentPassword
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={verify.error && <ErrorText error={verify.error} />}
          required
          data-autofocus
        />
        <Group gap="xs">
          <Button type="submit" loading={verify.isPending} disabled={password === ''}>
            {t.confirm}
          </Button>
          <Button variant="default" onClick={() => onDone(false)}>
            {dialog.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
