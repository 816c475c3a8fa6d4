import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { OwnPassword, useOwnPassword } from './own-password.tsx'
import type { AccountDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'
import { SettingHead } from '../../../ui/setting-head.tsx'

const { deletion: t } = strings('account')

/** Says what is lost, and deletes the account after the user types its name and the password. */
export function DeleteAccount({ account }: { account: AccountDetails }) {
  const { channelName, owns } = account
  const [typed, setTyped] = useState('')
  const own = useOwnPassword(account)
  const remove = useMutation({
    mutationFn: () => api(consoleApi.account.deleteAccount, { body: own.values }),
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <form
      className={`${layout.danger} ${layout.setting}`}
      aria-labelledby="deletion"
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate()
      }}
    >
      <SettingHead id="deletion" title={t.title} about={t.about} />
      <Stack gap="md">
        <div>
          <div className={layout.label}>{t.lost}</div>
          <ul className={layout.steps}>
            <li>{t.consequences.channel(owns.followers, owns.subscribers)}</li>
            {owns.apps > 0 && <li>{t.consequences.apps(owns.apps, owns.usersOfApps)}</li>}
            <li>{t.consequences.connectedApps(owns.connectedApps)}</li>
            <li>{t.consequences.messages}</li>
          </ul>
        </div>
        <div>
          <div className={layout.label}>{t.kept}</div>
          <ul className={layout.steps}>
            <li>{t.keptDonations}</li>
          </ul>
        </div>
        <Stack gap="md" maw={420}>
          <TextInput
            label={t.typeName(channelName)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <OwnPassword label={t.password} fields={own.fields} />
        </Stack>
        {remove.error && (
          <Alert color="red" role="alert" title={t.failed}>
            <ErrorText error={remove.error} />
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={typed.normalize('NFC').trim() !== channelName || !own.isComplete}
          >
            {t.delete}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
