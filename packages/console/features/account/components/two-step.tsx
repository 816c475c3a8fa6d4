import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { accountQuery, type AccountDetails } from '../queries.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { OwnPassword, useOwnPassword } from './own-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import layout from '../../../ui/layout.module.css'

const { twoStep: t } = strings('account')
const { dialog } = strings('common')

/** Two-step verification: how it is turned on and off, and its recovery codes. */
export function TwoStep({ account }: { account: AccountDetails }) {
  const { authenticator } = account
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setCodes(recoveryCodes)
    return queries.invalidateQueries(accountQuery)
  }
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="two-step">
      <SettingHead id="two-step" title={t.title} about={t.about}>
        {authenticator && (
          <Badge size="sm" variant="light" color="teal">
            {t.on}
          </Badge>
        )}
      </SettingHead>
      <Stack gap="md">
        {codes !== null && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
        {authenticator === null ? (
          <TurnOn onTurnedOn={showCodes} />
        ) : (
          <TurnedOn account={account} authenticator={authenticator} onRenewed={showCodes} />
        )}
      </Stack>
    </section>
  )
}

type OnCodes = (answer: { recoveryCodes: string[] }) => Promise<unknown>

function TurnOn({ onTurnedOn }: { onTurnedOn: OnCodes }) {
  const create = useMutation({ mutationFn: () => api(consoleApi.secondFactor.createAuthenticator) })
  if (create.data !== undefined)
    return <AuthenticatorSetup {...create.data} onTurnedOn={onTurnedOn} onCancel={() => create.reset()} />
  return (
    <>
      <Group>
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          {t.turnOn}
        </Button>
      </Group>
      {create.error && <ErrorAlert error={create.error} retry={() => create.mutate()} />}
    </>
  )
}

type Authenticator = NonNullable<AccountDetails['authenticator']>

function TurnedOn({
  account,
  authenticator: { confirmedDate, recoveryCodesLeft },
  onRenewed,
}: {
  account: AccountDetails
  authenticator: Authenticator
  onRenewed: OnCodes
}) {
  return (
    <>
      <Text size="sm">
        {t.since} <RelativeTime at={confirmedDate} /> · {t.codesLeft(recoveryCodesLeft)}
      </Text>
      <Group gap="xs">
        <ConfirmButton
          label={t.renew}
          title={t.renewTitle}
          confirmLabel={t.renewConfirm}
          isDestructive={false}
          onConfirm={async () => onRenewed(await api(consoleApi.secondFactor.renewRecoveryCodes))}
        >
          {t.renewAbout}
        </ConfirmButton>
        <TurnOff account={account} />
      </Group>
    </>
  )
}

function TurnOff({ account }: { account: AccountDetails }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t.turnOff}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t.turnOffTitle}
        centered
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': dialog.close }}
      >
        <TurnOffForm account={account} onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function TurnOffForm({ account, onClose }: { account: AccountDetails; onClose: () => void }) {
  const queries = useQueryClient()
  const own = useOwnPassword(account)
  const remove = useMutation({
    mutationFn: () => api(consoleApi.secondFactor.removeAuthenticator, { body: own.values }),
    onSuccess: () => queries.invalidateQueries(accountQuery),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.turnOffAbout}
        </Text>
        <OwnPassword label={t.password} fields={own.fields} isFocused />
        {remove.error && (
          <Text size="sm" c="red" role="alert">
            <ErrorText error={remove.error} />
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" color="red" loading={remove.isPending} disabled={!own.isComplete}>
            {t.turnOffConfirm}
          </Button>
          <Button variant="default" onClick={onClose}>
            {dialog.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
