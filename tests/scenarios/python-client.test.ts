import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { dirname, delimiter, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// About the package, whose worlds start processes of their own. python-listener.test.ts also runs on six processes.

const folder = fileURLToPath(new URL('../../packages/testing/python', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  // PYTHONPATH of `npm test` can lead to an installed python-socketio 4.
  PYTHONPATH: [folder, process.env['PYTHONPATH']].filter(Boolean).join(delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
  // `pip install packages/testing/python` leaves metadata here, by which pytest would load the plugin twice.
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  ONAIR_COMMAND: join(folder, '../../cli/onair.mjs'),
}
const findListener = 'from onair_testing.listener import why_not_python_socketio as why; print(why() or "")'
const withoutSocketIo = spawnSync('python3', ['-c', findListener], { env, encoding: 'utf8' }).stdout?.trim() || false
const run = (...args: string[]) => promisify(execFile)('python3', args, { cwd: folder, env })

describe('the Python package', () => {
  test('its unit tests pass', { skip: !hasPython && 'python3 is not installed' }, async () => {
    const { stderr } = await run('-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests')
    assert.match(stderr, /\nOK/)
  })

  test(
    'a session listens with python-socketio 4',
    { skip: hasPython ? withoutSocketIo : 'python3 is not installed' },
    async () => {
      const { stderr } = await run('-m', 'unittest', 'discover', '-s', 'tests', '-k', 'PythonSocketIOTest')
      assert.match(stderr, /\nOK\n/)
    },
  )

  test('the pytest plugin opens a world for each test', { skip: !hasPytest && 'pytest is not installed' }, async () => {
    const options = ['-q', '-p', 'onair_testing.pytest_plugin', '-p', 'no:cacheprovider']
    const { stdout } = await run('-m', 'pytest', ...options, 'tests/test_fixture.py')
    assert.match(stdout, /2 passed/)
  })
})
