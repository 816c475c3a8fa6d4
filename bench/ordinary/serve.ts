import { openTemporaryPostgres } from '../shared/platform.ts'
import { apiClient } from '../../tests/support/test-app.ts'
import { openOrdinary } from './program.ts'

/** Serves the ordinary program on a temporary PostgreSQL, and prints its address with an access token. */
const quota = Number(process.argv[2])
await using opening = new AsyncDisposableStack()
const { connection } = opening.use(await openTemporaryPostgres())
const quotas = { perApp: quota, perToken: quota }
const { baseUrl } = opening.use(await openOrdinary({ database: connection, quotas }))
const call = apiClient(baseUrl)
const seed = async (path: string, json: object) => (await call('POST', `/sandbox/v1${path}`, { json })).body.content
const { channelId } = await seed('/people', { channelName: '방송인' })
const { clientId } = await seed('/apps', {})
const { accessToken } = await seed('/grants', { clientId, channelId })
console.log(JSON.stringify({ baseUrl, token: accessToken }))
await new Promise((resolve) => process.once('SIGTERM', resolve))
