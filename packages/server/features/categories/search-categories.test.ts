import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

describe('searching categories', () => {
  test('finds a category by either name, and returns its Korean name', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    const found = {
      categoryType: 'GAME',
      categoryId: 'League_of_Legends',
      categoryValue: '리그 오브 레전드',
      posterImageUrl: `${testApp.url}/assets/pictures/category.png`,
    }
    assert.deepEqual((await search('리그 오브 레전드'))[0], found)
    assert.deepEqual((await search('league of legends'))[0], found)
  })

  test('contains every general category of the specification with its type', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    const general = {
      GAME: ['general games', 'demo games', 'classic games'],
      SPORTS: ['sports', 'soccer', 'baseball'],
      ETC: [
        'talk',
        'ASMR',
        'music/singing',
        'drawing/art',
        'exercise/health',
        'science/technology',
        'current affairs/economy',
        'food/cooking',
        'beauty',
        'travel/campaign',
      ],
    }
    for (const [type, names] of Object.entries(general))
      for (const name of names) assert.equal((await search(name))[0]?.categoryType, type, name)
  })

  test('ignores case, composition and width', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    const names = [
      '발로란트',
      '발로란트'.normalize('NFD'),
      'valorant',
      'VALORANT',
      'ＶＡＬＯＲＡＮＴ',
      ' Valorant ',
      'lOrAn',
    ]
    for (const name of names) assert.equal((await search(name))[0]?.categoryId, 'VALORANT', name)
    assert.equal((await search('pokémon go'.normalize('NFD')))[0]?.categoryId, 'Pokemon_GO')
  })

  test('one or two letters match anywhere in a name', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    for (const text of ['롤', '엘', '던전', '란트', 'x', '・']) {
      const all = await findCategoryIds(testApp, text)
      const found = (await search(text, 50)).map(({ categoryId }) => categoryId)
      assert.deepEqual(found.toSorted(), all, text)
    }
  })

  test('sorts exact matches first, then prefixes, then others', async () => {
    await using testApp = await openTestApp()
    await insertCategories(testApp, [
      { id: 'c', name_ko: '가나 온라인', name_en: 'c' },
      { id: 'd', name_ko: '새로운 가나', name_en: 'd' },
      { id: 'b', name_ko: '가나', name_en: 'b' },
      { id: 'a', name_ko: '가나', name_en: 'a' },
      { id: 'e', name_ko: '마지막', name_en: 'Last 가나' },
    ])
    const search = await createSearch(testApp)
    assert.deepEqual(
      (await search('가나')).map(({ categoryId }) => categoryId),
      ['a', 'b', 'c', 'e', 'd'],
    )
  })

  // Gap 45.
  test('treats characters of SQL patterns and regular expressions literally', async () => {
    await using testApp = await openTestApp()
    await insertCategories(testApp, [{ id: 'odd', name_ko: '100%_[a-z]\\.*', name_en: 'odd' }])
    const search = await createSearch(testApp)
    for (const text of ['%', '0%_', '\\', '[a-z]', '.*']) {
      const found = await search(text)
      assert.ok(
        found.some(({ categoryId }) => categoryId === 'odd'),
        text,
      )
      assert.deepEqual(found.map(({ categoryId }) => categoryId).toSorted(), await findCategoryIds(testApp, text), text)
    }
    for (const text of ['a\nb', "' or 1=1", '\u{1F600}', 'x'.repeat(4000)]) assert.deepEqual(await search(text), [])
  })

  test('returns 20 categories by default and at most 50', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    assert.equal((await search('e')).length, 20)
    assert.equal((await search('e', 50)).length, 50)
    assert.equal((await search('e', 1)).length, 1)
  })

  test('returns 400 for a missing query or an invalid size', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    for (const query of [
      '',
      'query=',
      'query=%20%20',
      'query=a&query=b',
      'query=a&size=0',
      'query=a&size=51',
      'query=a&size=x',
    ])
      assert.equal((await testApp.call('GET', `/open/v1/categories/search?${query}`, { client })).status, 400, query)
  })

  test('reflects an added, renamed or deleted category immediately', async () => {
    await using testApp = await openTestApp()
    const search = await createSearch(testApp)
    const ids = async () => (await search('아무도모르는')).map(({ categoryId }) => categoryId)
    assert.deepEqual(await ids(), [])
    await insertCategories(testApp, [{ id: 'new', name_ko: '아무도모르는게임', name_en: 'new' }])
    assert.deepEqual(await ids(), ['new'])
    const { read } = testApp.deps.db
    await read.updateTable('category').set({ name_ko: '누구나아는게임' }).where('id', '=', 'new').execute()
    assert.deepEqual(await ids(), [])
    assert.equal((await search('누구나아는게임')).length, 1)
    await read.deleteFrom('category').where('id', '=', 'new').execute()
    assert.deepEqual(await search('누구나아는게임'), [])
  })

  test('requires client credentials', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    assert.equal((await testApp.call('GET', '/open/v1/categories/search?query=a', { token })).status, 401)
  })
})

type Found = { categoryId: string; categoryType: string; categoryValue: string; posterImageUrl: string }

async function createSearch(testApp: TestApp): Promise<(query: string, size?: number) => Promise<Found[]>> {
  const { client } = await testApp.createFixture()
  return async (query, size) => {
    const path = `/open/v1/categories/search?query=${encodeURIComponent(query)}${size === undefined ? '' : `&size=${size}`}`
    return (await testApp.call('GET', path, { client })).body.content.data
  }
}

async function insertCategories({ deps }: TestApp, categories: { id: string; name_ko: string; name_en: string }[]) {
  const rows = categories.map((category) => ({ ...category, type: 'GAME' as const, poster_image_url: null }))
  await deps.db.read.insertInto('category').values(rows).execute()
}

/** The ids of the categories whose name contains a text, found without the index; at most 50. */
async function findCategoryIds({ deps }: TestApp, text: string): Promise<string[]> {
  const all = await deps.db.read.selectFrom('category').selectAll().execute()
  const ids = all
    .filter(({ name_ko, name_en }) => `${name_ko}\n${name_en}`.toLowerCase().includes(text.toLowerCase()))
    .map(({ id }) => id)
    .toSorted()
  assert.ok(ids.length > 0 && ids.length <= 50, `${text}: ${ids.length}`)
  return ids
}
