import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { siteSettingsQuery } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { site: t } = strings('admin')

/** The logo of the site, which is changed when a file is chosen. */
export function SiteLogo({ logoUrl }: { logoUrl: string | null }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      api(consoleApi.admin.putSiteLogo, { body: { picture: file && (await readBase64(file)) } }),
    onSuccess: () => queries.invalidateQueries(siteSettingsQuery),
  })
  return (
    <section className={`card ${layout.setting}`} aria-label={t.logo}>
      <SettingHead title={t.logo} about={t.logoHint(limits.pictureBytes / 1024, limits.picturePixels)} />
      <Stack gap="sm">
        <Group gap="sm">
          {logoUrl !== null && <img src={logoUrl} width="48" height="48" alt={t.logo} />}
          <FileButton onChange={(file) => file && change.mutate(file)} accept="image/png,image/jpeg">
            {(props) => (
              <Button {...props} variant="default" loading={change.isPending}>
                {t.chooseLogo}
              </Button>
            )}
          </FileButton>
          {logoUrl !== null && (
            <Button variant="subtle" color="red" onClick={() => change.mutate(null)} disabled={change.isPending}>
              {t.removeLogo}
            </Button>
          )}
        </Group>
        {change.error !== null && (
          <Text size="sm" c="red" role="alert">
            <ErrorText error={change.error} />
          </Text>
        )}
      </Stack>
    </section>
  )
}
