import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Costs } from '../support/apps/costs.ts'
import { openCallers } from '../support/inputs/worst-callers.ts'
import { worstBodies, worstHeaders, worstPaths, worstQueries } from '../support/inputs/worst-requests.ts'
import { recordRoutes, type RecordedRoute } from '../support/inputs/recorded-routes.ts'

/** People must accept a document of the site, once it is published, before they call anything else. */
const publishes = ({ url }: RecordedRoute) => Number(url === '/console/v1/admin/site/documents')

describe('the worst input of the allowed size', () => {
  test('of each route costs at most 50 ms', async (t) => {
    using recorded = recordRoutes()
    await using callers = await openCallers(recorded)
    assert.ok(recorded.routes.length > 250, 'too few routes were found')
    const costs = new Costs()
    for (const route of recorded.routes.toSorted((a, b) => publishes(a) - publishes(b)))
      for (const inputs of [worstPaths, worstQueries, worstBodies, worstHeaders])
        for await (const input of inputs(route, callers)) {
          const name = `${route.method} ${route.url}: ${input.name}`
          await costs.measure(name, async () => {
            await callers.renew()
            return () => callers.send(route, input)
          })
        }
    t.diagnostic(costs.summary())
    assert.deepEqual(costs.exceeded, [])
  })
})
