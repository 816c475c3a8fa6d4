import { Button, Checkbox, FileButton, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { uploadsQuery } from './uploads-query.ts'

const { uploads: t } = strings('overlays')

/** Adds an emoticon or a badge: its file, then its name and who has it. */
export function AddUpload({ kind }: { kind: 'emoticon' | 'badge' }) {
  const isBadge = kind === 'badge'
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [months, setMonths] = useState(isBadge ? 1 : 0)
  const queries = useQueryClient()
  const put = useMutation({
    mutationFn: async (chosen: File) => {
      const pathParams = { kind, name: isBadge ? String(months) : name }
      return api(consoleApi.uploads.putUpload, { pathParams, body: { months, file: await readBase64(chosen) } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries(uploadsQuery)
      setFile(null)
    },
  })
  const choose = (chosen: File | null) => {
    put.reset()
    setFile(chosen)
    setName(chosen === null ? '' : nameOf(chosen))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== null && (isBadge || name !== '')) put.mutate(file)
  }
  if (file === null)
    return (
      <Group>
        <FileButton onChange={choose} accept="image/png,image/webp,image/gif">
          {(props) => (
            <Button {...props} variant="default">
              {t.choose}
            </Button>
          )}
        </FileButton>
      </Group>
    )
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="md">
        <Text size="sm" mb={8}>
          {file.name}
        </Text>
        {isBadge ? (
          <NumberInput
            label={t.months}
            value={months}
            min={1}
            max={120}
            allowDecimal={false}
            onChange={(value) => setMonths(Number(value))}
          />
        ) : (
          <>
            <TextInput
              label={t.name}
              description={t.nameHint}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value.toLowerCase().replaceAll(/[^a-z0-9_]/g, ''))}
              maxLength={30}
              autoComplete="off"
              spellCheck={false}
            />
            <Checkbox
              label={t.forSubscribers}
              mb={8}
              checked={months > 0}
              onChange={({ currentTarget: { checked } }) => setMonths(checked ? 1 : 0)}
            />
          </>
        )}
        <Button type="submit" loading={put.isPending} disabled={isBadge ? months < 1 : name === ''}>
          {t.add}
        </Button>
        <Button variant="default" onClick={() => choose(null)}>
          {t.cancel}
        </Button>
      </Group>
      {put.error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          <ErrorText error={put.error} />
        </Text>
      )}
    </form>
  )
}

/** The name that a file suggests: `Moon Hi.png` is `moon_hi`. */
function nameOf({ name }: File): string {
  const base = name.replace(/\.\w+$/, '').toLowerCase()
  return base
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 30)
}
