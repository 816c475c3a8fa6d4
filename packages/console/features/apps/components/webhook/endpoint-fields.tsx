import { Pill, TextInput } from '@mantine/core'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../../lib/api.ts'
import { isLockedSandbox, isSandbox } from '../../../../lib/page-settings.ts'
import { optionsPerSearch, type Search } from '../../../../lib/search-options.ts'
import { strings } from '../../../../locales/index.ts'
import { ChannelsField, type NamedChannel } from '../../../channels/channels-field.tsx'
import { SearchSelect } from '../../../../ui/forms/search-select.tsx'

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
      <CampaignsField
        clientId={clientId}
        campaigns={campaigns}
        onChange={(chosen) => onChange({ campaigns: chosen })}
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

type CampaignsFieldProps = {
  clientId: string
  campaigns: EndpointValues['campaigns']
  onChange: (campaigns: EndpointValues['campaigns']) => void
}

function CampaignsField({ clientId, campaigns, onChange }: CampaignsFieldProps) {
  const without = (chosen: string) => campaigns.filter(({ campaignId }) => campaignId !== chosen)
  return (
    <div>
      {campaigns.length < limits.idsPerEndpointFilter && (
        <SearchSelect
          label={t.campaigns}
          description={t.campaignsHint}
          placeholder={campaigns.length === 0 ? t.allCampaigns : undefined}
          value={null}
          onChange={(chosen) =>
            chosen && onChange([...without(chosen.value), { campaignId: chosen.value, title: chosen.label }])
          }
          search={campaignSearch(clientId)}
        />
      )}
      {campaigns.length > 0 && (
        <Pill.Group mt="xs" role="group" aria-label={t.campaigns}>
          {campaigns.map(({ campaignId, title }) => (
            <Pill
              key={campaignId}
              size="md"
              withRemoveButton
              onRemove={() => onChange(without(campaignId))}
              removeButtonProps={{
                'aria-label': t.removeCampaign(title || campaignId),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {title || campaignId}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </div>
  )
}

/** The search of a select for a campaign of an application, by a part of the title. */
const campaignSearch =
  (clientId: string): Search =>
  (text) => ({
    queryKey: ['campaigns', 'options', clientId, text],
    queryFn: async () => {
      const query = { clientId, ...(text !== '' && { text }), size: optionsPerSearch }
      const { data } = await api(consoleApi.campaigns.listCampaigns, { query })
      return data.map(({ campaignId, title }) => ({ value: campaignId, label: title }))
    },
  })
