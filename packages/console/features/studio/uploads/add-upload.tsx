import { Button, Checkbox, FileButton, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits, type ErrorReason } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { uploadsQuery } from './uploads-query.ts'
import classes from './uploads.module.css'

const { uploads: t } = strings('overlays')

type Kind = 'emoticon' | 'badge'
type Draft = {
  readonly id: string
  readonly fileName: string
  /** In base64. */
  readonly file: string
  readonly url: string
  readonly name: string
  readonly months: number
  readonly problem: ErrorReason | null
  readonly error: unknown
}

type Props = { kind: Kind; /** The names of the stored ones. */ names: readonly string[] }

/** Adds emoticons or badges: their files, then their names and who has them, as the chat would show them. */
export function AddUpload({ kind, names }: Props) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const queries = useQueryClient()
  const change = (id: string, changed: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.id === id ? { ...draft, error: null, ...changed } : draft)))
  const remove = (id: string) => setDrafts((before) => before.filter((draft) => draft.id !== id))
  const put = useMutation({
    mutationFn: async (added: readonly Draft[]) => {
      // One after the other: each has an answer of its own.
      for (const { id, months, file, ...draft } of added) {
        const pathParams = { kind, name: nameIn(kind, { months, name: draft.name }) }
        await api(consoleApi.uploads.putUpload, { pathParams, body: { months, file } }).then(
          () => remove(id),
          (error: unknown) => change(id, { error }),
        )
      }
      await queries.invalidateQueries(uploadsQuery)
    },
  })
  const choose = async (files: File[]) => {
    const chosen = await Promise.all(files.map((file) => readDraft(file, kind)))
    setDrafts((before) => [...before, ...chosen])
  }
  const ready = drafts.filter(({ problem, ...draft }) => problem === null && nameIn(kind, draft) !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready.length > 0 && !put.isPending) put.mutate(ready)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {drafts.map((draft) => (
          <DraftFields
            key={draft.id}
            kind={kind}
            draft={draft}
            isTaken={names.includes(nameIn(kind, draft))}
            onChange={(changed) => change(draft.id, changed)}
            onRemove={() => remove(draft.id)}
          />
        ))}
        <Group>
          <FileButton multiple onChange={(files) => void choose(files)} accept="image/png,image/webp,image/gif">
            {(props) => (
              <Button {...props} variant="default">
                {t.choose}
              </Button>
            )}
          </FileButton>
          {drafts.length > 0 && (
            <Button type="submit" loading={put.isPending} disabled={ready.length === 0}>
              {t.add(ready.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type FieldsProps = {
  kind: Kind
  draft: Draft
  /** Whether another one has this name, and would be replaced. */
  isTaken: boolean
  onChange: (changed: Partial<Draft>) => void
  onRemove: () => void
}

function DraftFields({ kind, draft, isTaken, onChange, onRemove }: FieldsProps) {
  const { fileName, url, name, months, problem, error } = draft
  const errorStrings = useErrorStrings()
  return (
    <Stack gap="xs" component="fieldset" className={classes.draft}>
      <legend>{fileName}</legend>
      {problem === null && <Preview kind={kind} url={url} />}
      {(problem !== null || error !== null) && (
        <Text size="sm" c="red" role="alert">
          {problem === null ? <ErrorText error={error} /> : callReasonMessage(problem, errorStrings)}
        </Text>
      )}
      <Group align="end" gap="md">
        {problem === null &&
          (kind === 'badge' ? (
            <NumberInput
              label={t.months}
              description={isTaken && t.replaces}
              value={months}
              min={1}
              max={120}
              allowDecimal={false}
              onChange={(value) => onChange({ months: Number(value) })}
            />
          ) : (
            <>
              <TextInput
                label={t.name}
                description={isTaken ? t.replaces : t.nameHint}
                value={name}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ name: value.toLowerCase().replaceAll(/[^a-z0-9_]/g, '') })
                }
                maxLength={30}
                autoComplete="off"
                spellCheck={false}
              />
              <Checkbox
                label={t.forSubscribers}
                mb={8}
                checked={months > 0}
                onChange={({ currentTarget: { checked } }) => onChange({ months: checked ? 1 : 0 })}
              />
            </>
          ))}
        <Button variant="default" onClick={onRemove} aria-label={t.removeFile(fileName)}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

/** The picture as lines of the chat show it, in both themes. */
export function Preview({ kind, url }: { kind: Kind; url: string }) {
  return (
    <div className={classes.previews} role="img" aria-label={t.preview}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} data-theme={theme}>
          <p>
            {kind === 'badge' && <img src={url} alt="" width="18" height="18" />} <b>{t.sampleName}</b> {t.sampleText}{' '}
            {kind === 'emoticon' && <img src={url} alt="" width="28" height="28" />}
          </p>
          {kind === 'emoticon' && <img src={url} alt="" width="20" height="20" />}
        </div>
      ))}
    </div>
  )
}

/** The name under which it is stored; empty if it has none yet. */
function nameIn(kind: Kind, { name, months }: Pick<Draft, 'name' | 'months'>): string {
  if (kind === 'emoticon') return name
  return months > 0 ? String(months) : ''
}

async function readDraft(file: File, kind: Kind): Promise<Draft> {
  const { bytes, pixels } = limits.uploads[kind]
  const picture = await createImageBitmap(file).catch(() => null)
  const isTooLarge = file.size > bytes || Math.max(picture?.width ?? 0, picture?.height ?? 0) > pixels
  const data = isTooLarge ? '' : await readBase64(file)
  return {
    id: crypto.randomUUID(),
    fileName: file.name,
    file: data,
    url: `data:${file.type};base64,${data}`,
    name: nameOf(file),
    months: kind === 'badge' ? 1 : 0,
    problem: isTooLarge
      ? { code: 'PICTURE_TOO_LARGE', params: { kilobytes: bytes / 1024, pixels } }
      : picture === null
        ? { code: 'NOT_AN_UPLOAD_PICTURE', params: {} }
        : null,
    error: null,
  }
}

/** The name that a file suggests: `Moon Hi.png` is `moon_hi`. */
function nameOf({ name }: File): string {
  const base = name.replace(/\.\w+$/, '').toLowerCase()
  return base
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 30)
}
