import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { AddEmoticon } from '../uploads/add-emoticon.tsx'
import { EmoticonItem } from '../uploads/emoticon-item.tsx'
import { uploadsQuery, type Upload } from '../uploads/uploads-query.ts'
import layout from '../../../ui/layout.module.css'

const t = strings('uploads')

/** The emoticons of the channel. */
export function StudioEmoticons() {
  const query = useQuery(uploadsQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) => <Emoticons emoticons={data.filter(({ kind }) => kind === 'emoticon')} />}
      </QueryBoundary>
    </Stack>
  )
}

function Emoticons({ emoticons }: { emoticons: readonly Upload[] }) {
  return (
    <Stack component="section" gap="md" className="card" aria-labelledby="emoticons">
      <div>
        <Group justify="space-between">
          <h2 id="emoticons">{t.emoticons}</h2>
          <Text size="sm" c="dimmed">
            {t.count(emoticons.length)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t.emoticonsHint}
        </Text>
      </div>
      {emoticons.length === 0 ? (
        <Text size="sm">{t.none}</Text>
      ) : (
        <Stack component="ul" gap="sm" className={layout.plainList}>
          {emoticons.map((emoticon) => (
            <EmoticonItem key={emoticon.url} emoticon={emoticon} />
          ))}
        </Stack>
      )}
      {emoticons.length < limits.uploads.emoticon.count && <AddEmoticon />}
    </Stack>
  )
}
