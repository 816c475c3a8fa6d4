import { Checkbox, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import type { AccountDetails } from '../queries.ts'
import { AccountForm } from './account-form.tsx'
import { OwnPassword, useOwnPassword } from './own-password.tsx'

const { password: t } = strings('account')
const { form } = strings('common')

const empty = { newPassword: '', endsConnections: false }

type Props = { account: AccountDetails; onChanged: () => void }

/** A form that changes the password, or sets the first one. */
export function ChangePassword({ account, onChanged }: Props) {
  const { email, hasPassword } = account
  const [values, setValues] = useState(empty)
  const own = useOwnPassword(account)
  const change = useMutation({
    mutationFn: () => {
      const { password: currentPassword, ...code } = own.values
      const current = currentPassword === undefined ? {} : { currentPassword }
      return api(consoleApi.account.changePassword, { body: { ...values, ...current, ...code } })
    },
    onSuccess: () => {
      setValues(empty)
      own.clear()
      onChanged()
    },
  })
  return (
    <AccountForm
      id="password"
      texts={hasPassword ? t : { ...t, ...t.first }}
      email={email}
      mutation={change}
      isComplete={own.isComplete && values.newPassword !== ''}
      changed={change.data && t.changed(change.data.endedSessions, change.data.endedConnections)}
    >
      <OwnPassword label={t.current} fields={own.fields} />
      <PasswordInput
        label={t.new}
        description={t.newHint}
        autoComplete="new-password"
        value={values.newPassword}
        onChange={(event) => setValues({ ...values, newPassword: event.currentTarget.value })}
        maxLength={200}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': form.showPassword }}
      />
      <Checkbox
        label={t.endConnections}
        description={t.endConnectionsHint}
        checked={values.endsConnections}
        onChange={(event) => setValues({ ...values, endsConnections: event.currentTarget.checked })}
      />
    </AccountForm>
  )
}
