import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { AccountForm } from './account-form.tsx'
import { OwnPassword, useOwnPassword } from './own-password.tsx'
import { accountQuery, type AccountDetails } from '../queries.ts'

const { changeEmail: t } = strings('account')

/** A form that changes the email address with which one signs in. */
export function ChangeEmail({ account }: { account: AccountDetails }) {
  const { email } = account
  const [draft, setDraft] = useDraft<string>('change-email')
  const newEmail = draft ?? ''
  const own = useOwnPassword(account)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => api(consoleApi.account.changeEmail, { body: { email: newEmail, ...own.values } }),
    onSuccess: () => {
      setDraft(() => null)
      own.clear()
      return queries.invalidateQueries(accountQuery)
    },
  })
  return (
    <AccountForm
      id="email"
      texts={t}
      email={email}
      mutation={change}
      isComplete={newEmail.trim() !== '' && own.isComplete}
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
      <OwnPassword label={t.password} fields={own.fields} />
    </AccountForm>
  )
}
