import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { AccountForm } from './account-form.tsx'
import { CurrentPassword } from './current-password.tsx'
import { accountQuery } from '../queries.ts'

const { changeEmail: t } = strings('account')

/** A form that changes the email address with which one signs in. */
export function ChangeEmail({ email }: { email: string }) {
  const [draft, setDraft] = useDraft<string>('change-email')
  const newEmail = draft ?? ''
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => api(consoleApi.account.changeEmail, { body: { email: newEmail, password } }),
    onSuccess: () => {
      setDraft(() => null)
      setPassword('')
      return queries.invalidateQueries(accountQuery)
    },
  })
  return (
    <AccountForm
      id="email"
      texts={t}
      email={email}
      mutation={change}
      isComplete={newEmail.trim() !== '' && password !== ''}
      changed={change.data && t.changed(change.data.email)}
    >
      <TextInput
        type="email"
        label={t.new}
        autoComplete="email"
        value={newEmail}
        onChange={({ currentTarget: { value } }) => setDraft(() => value)}
        maxLength={254}
        required
        withAsterisk={false}
      />
      <CurrentPassword
        label={t.password}
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        required
      />
    </AccountForm>
  )
}
