import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { RewardPicture } from './reward-picture.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'

const { form: t } = strings('drops')

export type UploadedPicture = ContentOf<typeof consoleApi.campaigns.uploadPicture>

type Props = {
  clientId: string
  /** The name of the reward in the form. */
  reward: string
  picture: UploadedPicture | null
  onChange: (picture: UploadedPicture | null) => void
}

/** The picture of a reward, which is uploaded when it is chosen. */
export function PictureField({ clientId, reward, picture, onChange }: Props) {
  const upload = useMutation({
    mutationFn: async (file: File) => {
      // The server refuses it as well, but only after it was sent.
      if (file.size > limits.pictureBytes) throw new TooLargeError()
      return api(consoleApi.campaigns.uploadPicture, {
        pathParams: { clientId },
        body: { picture: await readBase64(file) },
      })
    },
    onSuccess: onChange,
  })
  return (
    <Group gap="xs">
      {picture && <RewardPicture imageUrl={picture.imageUrl} />}
      <FileButton onChange={(file) => file && upload.mutate(file)} accept="image/png,image/jpeg">
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={upload.isPending}
            aria-label={`${picture ? t.changePicture : t.addPicture}: ${reward}`}
          >
            {picture ? t.changePicture : t.addPicture}
          </Button>
        )}
      </FileButton>
      {picture && (
        <Button size="xs" variant="default" onClick={() => onChange(null)} aria-label={`${t.removePicture}: ${reward}`}>
          {t.removePicture}
        </Button>
      )}
      {upload.error && (
        <Text size="sm" c="red" role="alert">
          {upload.error instanceof TooLargeError ? t.pictureTooLarge : <ErrorText error={upload.error} />}
        </Text>
      )}
    </Group>
  )
}

class TooLargeError extends Error {}
