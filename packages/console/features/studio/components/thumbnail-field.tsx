import { Button, Center, FileButton, Group, Image, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconPhoto } from '../../../ui/icons.tsx'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { scalePicture } from '../../../lib/scale-picture.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { liveSettingsQuery } from '../queries/studio-queries.ts'

const { thumbnail: t } = strings('studio').live

const size = { width: limits.picturePixels, height: (limits.picturePixels * 9) / 16 }

/** The picture of the lives in lists. It is stored when it is chosen, in the size of lists. */
export function ThumbnailField({ thumbnailUrl }: { thumbnailUrl: string | null }) {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(liveSettingsQuery)
  const put = useMutation({
    mutationFn: async (file: File) => {
      const picture = await scalePicture(file, size).catch(() => {
        throw new NotAPictureError()
      })
      return api(consoleApi.studio.putThumbnail, { body: { picture: await readBase64(picture) } })
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => api(consoleApi.studio.deleteThumbnail), onSuccess })
  const error = put.error ?? remove.error
  return (
    <section className="card" aria-labelledby="thumbnail">
      <Stack gap="sm">
        <div>
          <h2 id="thumbnail">{t.title}</h2>
          <Text size="sm" c="dimmed">
            {t.about}
          </Text>
        </div>
        <Center w="min(20rem, 100%)" bg="var(--color-hover)" c="dimmed" style={{ aspectRatio: '16 / 9' }}>
          {thumbnailUrl === null ? (
            <IconPhoto size={32} stroke={1.5} aria-hidden="true" />
          ) : (
            <Image h="100%" radius="md" src={thumbnailUrl.replaceAll('{type}', '270')} alt={t.title} />
          )}
        </Center>
        <Group gap="xs">
          <FileButton onChange={(file) => file && put.mutate(file)} accept="image/*">
            {(props) => (
              <Button {...props} size="sm" variant="default" loading={put.isPending}>
                {thumbnailUrl === null ? t.choose : t.change}
              </Button>
            )}
          </FileButton>
          {thumbnailUrl !== null && (
            <Button size="sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t.remove}
            </Button>
          )}
        </Group>
        {error && (
          <Text size="sm" c="red" role="alert">
            {error instanceof NotAPictureError ? t.notAPicture : <ErrorText error={error} />}
          </Text>
        )}
      </Stack>
    </section>
  )
}

class NotAPictureError extends Error {}
