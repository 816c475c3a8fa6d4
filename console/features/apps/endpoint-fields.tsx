import { MultiSelect, TextInput } from '@mantine/core'
import { consoleApi, limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { isLockedSandbox, isSandbox } from '../../lib/page-settings.ts'
import { strings } from '../../locales/index.ts'
import { ChannelsField, type NamedChannel } from '../../ui/channels-field.tsx'

const { endpoints: t, webhook } = strings('apps')

export type EndpointValues = {
  name: string
  url: string
  campaigns: { campaignId: string; title: string }[]
  channels: NamedChannel[]
}

/** The name, the URL and the filters of an endpoint. */
export function EndpointFields({
  clientId,
  values: { name, url, campaigns, channels },
  onChange,
}: {
  clientId: string
  values: EndpointValues
  onChange: (change: Partial<EndpointValues>) => void
}) {
  const { data: newest } = useQuery(newestCampaignsQuery(clientId))
  const choices = new Map([...campaigns, ...(newest?.data ?? [])].map(({ campaignId, title }) => [campaignId, title]))
  return (
    <>
      <TextInput
        label={t.name}
        description={t.nameHint}
        value={name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        maxLength={100}
        required
      />
      <TextInput
        label={webhook.url}
        description={isSandbox || isLockedSandbox ? webhook.urlHintSandbox : webhook.urlHint}
        placeholder="https://example.com/webhook"
        value={url}
        onChange={({ currentTarget: { value } }) => onChange({ url: value })}
        inputMode="url"
        maxLength={2000}
        required
      />
      <MultiSelect
        label={t.campaigns}
        description={t.campaignsHint}
        data={[...choices].map(([campaignId, title]) => ({ value: campaignId, label: title || campaignId }))}
        value={campaigns.map(({ campaignId }) => campaignId)}
        onChange={(chosen) =>
          onChange({ campaigns: chosen.map((campaignId) => ({ campaignId, title: choices.get(campaignId) ?? '' })) })
        }
        maxValues={limits.idsPerEndpointFilter}
        nothingFoundMessage={t.noCampaign}
        searchable
        clearable
      />
      <ChannelsField
        label={t.viewers}
        hint={t.viewersHint}
        most={limits.idsPerEndpointFilter}
        channels={channels}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
    </>
  )
}

/** The parts of a request that set the filters. */
export function toFilterIds({ campaigns, channels }: Partial<EndpointValues>) {
  return {
    ...(campaigns && { campaignIds: campaigns.map(({ campaignId }) => campaignId) }),
    ...(channels && { channelIds: channels.map(({ channelId }) => channelId) }),
  }
}

const newestCampaignsQuery = (clientId: string) => ({
  queryKey: ['campaigns', 'choices', clientId],
  queryFn: () => api(consoleApi.campaigns.listCampaigns, { query: { clientId, size: limits.campaignListSizeMax } }),
})
