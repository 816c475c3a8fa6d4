import { Button, getDefaultZIndex, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { consoleApi } from '@onair/contract'
import { CodeInput, OwnPassword, useOwnPassword } from '../features/account/components/own-password.tsx'
import { accountQuery, type AccountDetails } from '../features/account/queries.ts'
import { api } from '../lib/api.ts'
import { confirmWithProvider, watchConfirmations } from '../lib/confirm-with-provider.ts'
import { canUsePasskeys, confirmWithPasskey } from '../lib/passkeys.ts'
import { currentPrompt, subscribeToPrompt } from '../lib/password-prompt.ts'
import { strings } from '../locales/index.ts'
import { ErrorText } from '../ui/forms/error-text.tsx'

const { dialog } = strings('common')
const t = strings('confirm')

/** Asks for the password, a passkey, or a sign-in at a provider, when a call needs a recent one. */
export function PasswordDialog() {
  const prompt = useSyncExternalStore(subscribeToPrompt, currentPrompt)
  const { data: account } = useQuery({ ...accountQuery, enabled: prompt !== null })
  const isWithoutPassword = account?.hasPassword === false
  return (
    <Modal
      // It is asked from other dialogs, and stands above them.
      zIndex={getDefaultZIndex('overlay')}
      opened={prompt !== null}
      onClose={() => prompt?.answer(false)}
      title={isWithoutPassword ? t.without.title : t.title}
      centered
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': dialog.close }}
    >
      {prompt !== null &&
        (isWithoutPassword ? (
          <ProviderForm account={account} onDone={prompt.answer} />
        ) : (
          <PasswordForm account={account} onDone={prompt.answer} />
        ))}
    </Modal>
  )
}

type OnDone = (isConfirmed: boolean) => void

function PasswordForm({ account, onDone }: { account: AccountDetails | undefined; onDone: OnDone }) {
  const own = useOwnPassword({ hasPassword: true, authenticator: account?.authenticator ?? null })
  const onSuccess = () => onDone(true)
  const verify = useMutation({
    mutationFn: () => api(consoleApi.account.verifyPassword, { body: own.values }),
    onSuccess,
  })
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess })
  const error = verify.error ?? passkey.error
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
        {error && <Failure error={error} />}
        <Group gap="xs">
          <Button type="submit" loading={verify.isPending} disabled={!own.isComplete}>
            {t.confirm}
          </Button>
          <OtherButtons account={account} passkey={passkey} other={verify} onDone={onDone} />
        </Group>
      </Stack>
    </form>
  )
}

/** For a user without a password. */
function ProviderForm({ account, onDone }: { account: AccountDetails; onDone: OnDone }) {
  const [code, setCode] = useState('')
  const needsCode = account.authenticator !== null
  useEffect(() => watchConfirmations(() => onDone(true)), [onDone])
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess: () => onDone(true) })
  const provider = useMutation({
    mutationFn: (providerId: string) => confirmWithProvider(providerId, needsCode ? { code } : {}),
  })
  const error = provider.error ?? passkey.error
  const providers = account.providers.filter(({ canConfirm, link }) => canConfirm && link !== null)
  if (providers.length === 0 && !hasPasskey(account))
    return <Impossible canMail={account.canVerifyEmail} onCancel={() => onDone(false)} />
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.without.about}
      </Text>
      {needsCode && <CodeInput value={code} onChange={setCode} />}
      {error && <Failure error={error} />}
      {provider.data !== undefined && (
        <Text size="sm" role="status">
          {provider.data ? t.providerOpened : t.windowBlocked}
        </Text>
      )}
      <Group gap="xs">
        {providers.map(({ providerId, name }) => (
          <Button
            key={providerId}
            loading={provider.isPending && provider.variables === providerId}
            disabled={needsCode && code.trim() === ''}
            onClick={() => {
              passkey.reset()
              provider.mutate(providerId)
            }}
          >
            {t.provider(name)}
          </Button>
        ))}
        <OtherButtons account={account} passkey={passkey} other={provider} onDone={onDone} />
      </Group>
    </Stack>
  )
}

type OtherButtonsProps = {
  account: AccountDetails | undefined
  passkey: { isPending: boolean; mutate: () => void }
  other: { reset: () => void }
  onDone: OnDone
}

/** A passkey in place of the other way, where the account has one, and the way out. */
function OtherButtons({ account, passkey, other, onDone }: OtherButtonsProps) {
  const confirm = () => {
    other.reset()
    passkey.mutate()
  }
  return (
    <>
      {account !== undefined && hasPasskey(account) && (
        <Button variant="default" loading={passkey.isPending} onClick={confirm}>
          {t.passkey}
        </Button>
      )}
      <Button variant="default" onClick={() => onDone(false)}>
        {dialog.cancel}
      </Button>
    </>
  )
}

/** For a user who has nothing to confirm with. */
function Impossible({ canMail, onCancel }: { canMail: boolean; onCancel: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">{canMail ? t.without.impossible : t.without.impossibleWithoutMail}</Text>
      <Group gap="xs">
        {canMail && (
          <Button component="a" href="/forgot-password">
            {t.without.setPassword}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {dialog.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function hasPasskey({ canUsePasskeys: isPasskeySite, passkeys }: AccountDetails): boolean {
  return canUsePasskeys && isPasskeySite && passkeys.length > 0
}

function Failure({ error }: { error: Error }) {
  return (
    <Text size="sm" c="red" role="alert">
      {error instanceof DOMException ? t.passkeyFailed : <ErrorText error={error} />}
    </Text>
  )
}
