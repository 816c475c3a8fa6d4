import { Checkbox, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { AccountForm } from './account-form.tsx'
import { CurrentPassword } from './current-password.tsx'

const { password: t } = strings('account')
const { form } = strings('common')

const empty = { currentPassword: '', newPassword: '', endsConnections: false }

/** A form that changes the password. */
export function ChangePassword({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [values, setValues] = useState(empty)
  const change = useMutation({
    mutationFn: () => api(consoleApi.account.changePassword, { body: values }),
    onSuccess: () => {
      setValues(empty)
      onChanged()
    },
  })
  const field = (name: 'currentPassword' | 'newPassword') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    maxLength: 200,
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': form.showPassword },
  })
  return (
    <AccountForm
      id="password"
      texts={t}
      email={email}
      mutation={change}
      isComplete={values.currentPassword !== '' && values.newPassword !== ''}
      changed={change.data && t.changed(change.data.endedSessions, change.data.endedConnections)}
    >
      <CurrentPassword label={t.current} {...field('currentPassword')} />
      <PasswordInput label={t.new} description={t.newHint} autoComplete="new-password" {...field('newPassword')} />
      <Checkbox
        label={t.endConnections}
        description={t.endConnectionsHint}
        checked={values.endsConnections}
        onChange={(event) => setValues({ ...values, endsConnections: event.currentTarget.checked })}
      />
    </AccountForm>
  )
}
