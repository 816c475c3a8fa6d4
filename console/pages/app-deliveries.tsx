import { Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleWebhooks, deliveryStates, type ContentOf } from '@onair/contract'
import { api } from '../api.ts'
import { deliveriesQuery } from '../app-queries.ts'
import { causeIn } from '../cause-words.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { deliveryColours, deliveryWords } from '../parts/delivery-state.ts'
import { AnchorLink } from '../parts/links.tsx'
import { ListedOn } from '../parts/listed.tsx'
import { Moment } from '../parts/moment.tsx'

type Delivery = ContentOf<typeof consoleWebhooks.listDeliveries>['data'][number]

/** What was sent to the webhook, the last first; what ended may be sent again. */
export function AppDeliveries({ clientId }: { clientId: string }) {
  const { state } = useSearch({ from: '/console/apps/$clientId' })
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const asked = useInfiniteQuery(deliveriesQuery(clientId, state))
  return (
    <section aria-labelledby="deliveries">
      <Stack gap="sm">
        <Group justify="space-between">
          <h2 id="deliveries">{said.title}</h2>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId, kind: 'delivery' }}>
            {said.inspector}
          </AnchorLink>
        </Group>
        <div className="scroll">
          <SegmentedControl
            aria-labelledby="deliveries"
            size="xs"
            value={state ?? 'ALL'}
            onChange={(chosen) =>
              void navigate({
                search: { tab: 'webhook', ...(chosen !== 'ALL' && { state: chosen }) },
                replace: true,
              })
            }
            data={[
              { value: 'ALL', label: said.all },
              ...deliveryStates.map((one) => ({ value: one, label: deliveryWords[one] })),
            ]}
          />
        </div>
        <ListedOn asked={asked} named={said.title} empty={said.none}>
          {(delivery) => <DeliveryRow key={delivery.deliveryId} clientId={clientId} delivery={delivery} />}
        </ListedOn>
      </Stack>
    </section>
  )
}

function DeliveryRow({ clientId, delivery }: { clientId: string; delivery: Delivery }) {
  const { deliveryId, eventType, state, attempts, createdDate, last } = delivery
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () => api(consoleWebhooks.sendAgain, { inPath: { clientId }, body: { deliveryIds: [deliveryId] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] }),
  })
  return (
    <li className="app-row">
      <div>
        <Badge size="sm" color={deliveryColours[state]}>
          {deliveryWords[state]}
        </Badge>{' '}
        <b className="small">{eventType}</b>{' '}
        <span className="small soft">
          <Moment at={createdDate} /> · {said.attempts(attempts)}
          {last?.reason && ` · ${causeIn(last.reason)}`}
        </span>
        <div className="small soft">
          <AnchorLink inherit to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId }}>
            {said.look}
          </AnchorLink>{' '}
          <Copied value={deliveryId} />
        </div>
      </div>
      {state !== 'WAITING' && (
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
          aria-label={`${said.again}: ${deliveryId}`}
        >
          {said.again}
        </Button>
      )}
    </li>
  )
}

const said = inLanguage({
  ko: {
    title: '보낸 알림',
    all: '모두',
    none: '알림이 없습니다. 누군가 드롭스 보상을 받으면 여기에 보입니다.',
    look: '자세히',
    attempts: (count: number) => `${count}번 시도`,
    again: '다시 보내기',
    inspector: '인스펙터에서 보기',
  },
  en: {
    title: 'Notifications',
    all: 'All',
    none: 'None. When somebody claims a drops reward, it shows up here.',
    look: 'Details',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    again: 'Send again',
    inspector: 'Look into them',
  },
})
