import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { QrCode } from './qr-code.tsx'

const { twoStep: t } = strings('account')
const { dialog, form } = strings('common')

type Props = {
  secret: string
  uri: string
  onTurnedOn: (answer: { recoveryCodes: string[] }) => Promise<unknown>
  onCancel: () => void
}

/** The secret for an authenticator app, and the code of the app that turns on two-step verification. */
export function AuthenticatorSetup({ secret, uri, onTurnedOn, onCancel }: Props) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api(consoleApi.secondFactor.confirmAuthenticator, { body: { code } }),
    onSuccess: onTurnedOn,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t.scan}</Text>
        <QrCode text={uri} label={t.qrCode} />
        <div>
          <Text size="sm">{t.typeSecret}</Text>
          <CopyableText value={secret} label={t.secret} />
        </div>
        <TextInput
          label={form.code}
          description={t.enterCode}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={confirm.error && <ErrorText error={confirm.error} />}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          maw={420}
          required
          withAsterisk={false}
        />
        <Group gap="xs">
          <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
            {t.turnOnConfirm}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {dialog.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
