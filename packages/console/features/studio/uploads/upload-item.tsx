import { Checkbox, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { uploadsQuery, type Upload } from './uploads-query.ts'

const { uploads: t } = strings('overlays')

/** An emoticon or a badge: who has it, and its deletion. */
export function UploadItem({ upload: { kind, name, months, url } }: { upload: Upload }) {
  const label = kind === 'badge' ? t.fromMonth(months) : name
  const queries = useQueryClient()
  const pathParams = { kind, name }
  const onSuccess = () => queries.invalidateQueries(uploadsQuery)
  const change = useMutation({
    mutationFn: (forSubscribers: boolean) =>
      api(consoleApi.uploads.putUpload, { pathParams, body: { months: forSubscribers ? 1 : 0 } }),
    onSuccess,
  })
  return (
    <li>
      <Group gap="md">
        <img src={url} alt="" width="40" height="40" style={{ objectFit: 'contain' }} />
        <Text flex="1 1 8rem" miw={0}>
          {label}
        </Text>
        {kind === 'emoticon' && (
          <Checkbox
            label={t.forSubscribers}
            aria-label={t.forSubscribersOf(name)}
            checked={change.isPending ? change.variables : months > 0}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
          />
        )}
        <ConfirmButton
          label={t.remove}
          ariaLabel={t.removeNamed(label)}
          title={t.removeNamed(label)}
          confirmLabel={t.remove}
          onConfirm={() => api(consoleApi.uploads.deleteUpload, { pathParams }).then(onSuccess)}
        >
          {kind === 'badge' ? t.removeBadgeHint : t.removeHint}
        </ConfirmButton>
      </Group>
      {change.error && (
        <Text size="sm" c="red" role="alert">
          <ErrorText error={change.error} />
        </Text>
      )}
    </li>
  )
}
