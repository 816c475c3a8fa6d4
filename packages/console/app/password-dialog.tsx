import { Button, getDefaultZIndex, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { consoleApi } from '@onair/contract'
import { OwnPassword, useOwnPassword } from '../features/account/components/own-password.tsx'
import { accountQuery } from '../features/account/queries.ts'
import { api } from '../lib/api.ts'
import { canUsePasskeys, confirmWithPasskey } from '../lib/passkeys.ts'
import { currentPrompt, subscribeToPrompt } from '../lib/password-prompt.ts'
import { strings } from '../locales/index.ts'
import { ErrorText } from '../ui/forms/error-text.tsx'

const { dialog, passwordPrompt: t } = strings('common')

/** Asks for the password, or a passkey, when a call needs a recent one. */
export function PasswordDialog() {
  const prompt = useSyncExternalStore(subscribeToPrompt, currentPrompt)
  return (
    <Modal
      // It is asked from other dialogs, and stands above them.
      zIndex={getDefaultZIndex('overlay')}
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
  const { data: account } = useQuery(accountQuery)
  const own = useOwnPassword(account?.authenticator != null)
  const onSuccess = () => onDone(true)
  const verify = useMutation({
    mutationFn: () => api(consoleApi.account.verifyPassword, { body: own.values }),
    onSuccess,
  })
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess })
  const error = verify.error ?? passkey.error
  const hasPasskey = canUsePasskeys && account?.canUsePasskeys === true && account.passkeys.length > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        passkey.reset()
        verify.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        <OwnPassword label={t.password} fields={own.fields} isFocused />
        {error && (
          <Text size="sm" c="red" role="alert">
            {error instanceof DOMException ? t.passkeyFailed : <ErrorText error={error} />}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={verify.isPending} disabled={!own.isComplete}>
            {t.confirm}
          </Button>
          {hasPasskey && (
            <Button
              variant="default"
              loading={passkey.isPending}
              onClick={() => {
                verify.reset()
                passkey.mutate()
              }}
            >
              {t.passkey}
            </Button>
          )}
          <Button variant="default" onClick={() => onDone(false)}>
            {dialog.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
