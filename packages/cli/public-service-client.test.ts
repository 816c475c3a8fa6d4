import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { findPublicServiceClient } from './public-service-client.ts'

function findIn(files: Record<string, string>) {
  using folder = createTempFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)
  return findPublicServiceClient(folder.path)
}

const pom = (artifact: string) =>
  `<project><artifactId>my-chzzk-bot</artifactId><dependencies><dependency><groupId>a.b</groupId><artifactId>${artifact}</artifactId></dependency></dependencies></project>`

describe('findPublicServiceClient', () => {
  for (const [file, text, library] of [
    ['package.json', '{"name":"bot","dependencies":{"buzzk":"2.3.2"}}', 'buzzk'],
    ['package.json', '{"devDependencies":{"@someone/chzzk-api":"1"}}', '@someone/chzzk-api'],
    ['requirements.txt', 'requests==2\n chzzkpy>=2.0 # client', 'chzzkpy'],
    ['pyproject.toml', '[project]\nname = "bot"\ndependencies = ["httpx", "chzzk-python>=0.14"]', 'chzzk-python'],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.9"\nchzzkpy = "^2"', 'chzzkpy'],
    [
      'build.gradle',
      "dependencies { implementation 'io.github.r2turntrue:chzzk4j:0.1.1' }",
      'io.github.r2turntrue:chzzk4j',
    ],
    [
      'build.gradle.kts',
      'dependencies {\n implementation("io.github.r2turntrue:chzzk4j:0.1.1")\n}',
      'io.github.r2turntrue:chzzk4j',
    ],
    ['pom.xml', pom('chzzk4j'), 'chzzk4j'],
  ] as const)
    test(`finds ${library} in ${file}`, () => {
      assert.deepEqual(findIn({ [file]: text }), { library, file })
    })

  for (const [file, text] of [
    ['package.json', '{"name":"my-chzzk-bot","dependencies":{"socket.io-client":"2"}}'],
    ['package.json', 'not JSON: buzzk'],
    ['package.json', readFileSync('package.json', 'utf8')],
    ['package.json', '{"dependencies":{"buzzkill":"1"}}'],
    ['requirements.txt', '# chzzkpy\nrequests'],
    [
      'pyproject.toml',
      '[project]\nname = "chzzk-bot"\ndescription = "for chzzk"\n[project.urls]\nhome = "https://chzzk.naver.com"',
    ],
    ['build.gradle', "rootProject.name = 'chzzk-bot' // 'a:chzzk4j:1'"],
    ['pom.xml', pom('okhttp')],
  ] as const)
    test(`finds none in ${file}: ${text.slice(0, 50)}`, () => {
      assert.equal(findIn({ [file]: text }), null)
    })

  test('an empty folder has none', () => {
    assert.equal(findIn({}), null)
  })
})
