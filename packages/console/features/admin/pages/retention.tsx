import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { language, strings } from '../../../locales/index.ts'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { sizeOf } from '../format-size.ts'
import { retentionQuery } from '../queries.ts'

const { retention: t } = strings('admin')

const number = new Intl.NumberFormat(language)

/** How long each kind of data is kept, and how much there is. */
export function AdminRetention() {
  const query = useQuery(retentionQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.title}
            idField="kind"
            columns={[t.kind, t.kept, t.setting, t.rows, t.size, t.oldest]}
            hasCards
            empty={null}
          >
            {({ kind, days, settings, rows, bytes, fileBytes, oldestDate }) => (
              <>
                <th scope="row">{t.kinds[kind]}</th>
                <td data-label={t.kept}>{days === null ? (t.otherwise[kind] ?? t.forever) : t.days(days)}</td>
                <td data-label={t.setting}>
                  {settings.map((setting) => (
                    <Text key={setting} size="xs" component="code" display="block">
                      {setting}
                    </Text>
                  ))}
                </td>
                <td data-label={t.rows}>{rows !== null && number.format(rows)}</td>
                <td data-label={t.size}>
                  {sizeOf(bytes)}
                  {fileBytes !== null && ` ${t.files(sizeOf(fileBytes))}`}
                </td>
                <td data-label={t.oldest}>{oldestDate !== null && <RelativeTime at={oldestDate} />}</td>
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
    </Stack>
  )
}
