import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi } from '@onair/contract'
import { openConsoleTestApp, findAcceptedInvalidInputs } from '../../../../tests/support/apps/console-test-app.ts'

describe('searchCategories', () => {
  test('matches Korean and English names and ids, and returns both names', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const findCategories = async (query: string) =>
      (await viewer.callConsole('GET', `/categories?${String(new URLSearchParams({ query, size: '1' }))}`)).body
    const talk = {
      categoryId: 'talk',
      categoryType: 'ETC',
      categoryValue: '토크',
      englishName: 'Talk',
      posterImageUrl: null,
    }
    for (const query of ['talk', '토크']) assert.deepEqual((await findCategories(query)).content, { data: [talk] })
    const [byId] = (await findCategories('League_of_Legends')).content.data
    assert.equal(byId.englishName, 'League of Legends')
    assert.deepEqual((await findCategories('no such category')).content, { data: [] })
    assert.equal((await findCategories(' ')).code, 400)
    assert.equal((await viewer.callConsole('GET', '/categories?size=3')).body.content.data.length, 3)
    await viewer.callConsole('PATCH', '/live/setting', { categoryId: 'talk' })
    assert.deepEqual((await viewer.callConsole('GET', '/live/setting')).body.content.category, talk)
    const valid = { query: { query: 'talk', size: 3 } }
    assert.deepEqual(await findAcceptedInvalidInputs(viewer, consoleApi.category.searchCategories, valid), [])
  })
})
