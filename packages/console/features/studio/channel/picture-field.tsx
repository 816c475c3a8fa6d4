import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { scalePicture, type Crop } from '../../../lib/scale-picture.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { Avatar } from '../../watch/components/avatar.tsx'
import { ownProfileQuery } from './profile-query.ts'

const { picture: t } = strings('profile')

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

/** The largest size at which a page shows it, for screens with two pixels per point. */
const size = { width: 320, height: 320 }

/** The picture of the channel. It is stored when its section is chosen. */
export function ChannelPictureField({ imageUrl }: { imageUrl: string | null }) {
  const queries = useQueryClient()
  const channelName = useQuery(visitorQuery).data?.channelName ?? ''
  const [file, setFile] = useState<File | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const onSuccess = async () => {
    setFile(null)
    await Promise.all([queries.invalidateQueries(ownProfileQuery), queries.invalidateQueries(visitorQuery)])
  }
  const put = useMutation({
    mutationFn: async ({ chosen, crop }: { chosen: File; crop: Crop }) => {
      const picture = await readBase64(await scalePicture(chosen, size, crop))
      return api(consoleApi.profile.putPicture, { body: { picture } })
    },
    onSuccess,
    onError: () => setFile(null),
  })
  const remove = useMutation({ mutationFn: () => api(consoleApi.profile.deletePicture), onSuccess })
  const error = put.error ?? remove.error
  return (
    <section className="card" aria-labelledby="picture">
      <Group gap="lg" wrap="nowrap">
        <Avatar name={channelName} imageUrl={imageUrl} size="large" />
        <Stack gap="sm">
          <div>
            <h2 id="picture">{t.title}</h2>
            <Text size="sm" c="dimmed">
              {t.about}
            </Text>
          </div>
          <Group gap="xs">
            <FileButton
              onChange={(chosen) => {
                setUnreadable(false)
                setFile(chosen)
              }}
              accept="image/*"
            >
              {(props) => (
                <Button {...props} size="sm" variant="default">
                  {imageUrl === null ? t.choose : t.change}
                </Button>
              )}
            </FileButton>
            {imageUrl !== null && (
              <Button size="sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t.remove}
              </Button>
            )}
          </Group>
          {(isUnreadable || error) && (
            <Text size="sm" c="red" role="alert">
              {isUnreadable ? t.notAPicture : <ErrorText error={error} />}
            </Text>
          )}
        </Stack>
      </Group>
      <Suspense>
        {file !== null && (
          <CropDialog
            file={file}
            isSaving={put.isPending}
            onSave={(crop) => put.mutate({ chosen: file, crop })}
            onUnreadable={() => {
              setUnreadable(true)
              setFile(null)
            }}
            onClose={() => setFile(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
