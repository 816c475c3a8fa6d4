import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { AddUpload, Preview } from '../uploads/add-upload.tsx'
import { sampleEmoticon } from '../uploads/sample-emoticon.ts'
import { UploadItem } from '../uploads/upload-item.tsx'
import { uploadsQuery, type Upload } from '../uploads/uploads-query.ts'

const { uploads: t } = strings('overlays')

/** The emoticons and the subscriber badges of the channel. */
export function StudioEmoticons() {
  const query = useQuery(uploadsQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) => (
          <>
            <Uploads kind="emoticon" uploads={data} title={t.emoticons} hint={t.emoticonsHint} none={t.none} />
            <Uploads kind="badge" uploads={data} title={t.badges} hint={t.badgesHint} none={t.noBadges} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

type Props = {
  kind: 'emoticon' | 'badge'
  uploads: readonly Upload[]
  title: string
  hint: string
  none: string
}

function Uploads({ kind, uploads, title, hint, none }: Props) {
  const own = uploads.filter((upload) => upload.kind === kind)
  const { count } = limits.uploads[kind]
  return (
    <Stack component="section" gap="md" className="card" aria-labelledby={kind}>
      <div>
        <Group justify="space-between">
          <h2 id={kind}>{title}</h2>
          <Text size="sm" c="dimmed">
            {t.count(own.length, count)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {own.length === 0 ? (
        <>
          <Text size="sm">{none}</Text>
          {kind === 'emoticon' && <Preview kind={kind} url={sampleEmoticon} />}
        </>
      ) : (
        <Stack component="ul" gap="sm">
          {own.map((upload) => (
            <UploadItem key={upload.url} upload={upload} />
          ))}
        </Stack>
      )}
      {own.length < count && <AddUpload kind={kind} names={own.map(({ name }) => name)} />}
    </Stack>
  )
}
