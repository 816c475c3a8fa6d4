import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** The inputs that end with the page: secrets and codes, names that confirm a deletion, searches, and what an operator does to a person, an application, an organization or a network at once. */
const typedOnce = [
  'features/account/components/authenticator-setup.tsx',
  'features/account/components/delete-account.tsx',
  'features/account/components/own-password.tsx',
  'features/admin/components/delete-person.tsx',
  'features/admin/components/invitations.tsx',
  'features/admin/components/person-actions.tsx',
  'features/admin/components/suspend-button.tsx',
  'features/admin/components/text-dialog-button.tsx',
  'features/admin/pages/networks.tsx',
  'features/admin/pages/organizations.tsx',
  'features/admin/pages/words.tsx',
  'features/apps/components/delete-app.tsx',
  'features/reference/pages/signature.tsx',
  'features/studio/channel/live-hook.tsx',
  'features/studio/restream/target-form.tsx',
  'features/watch/chat/emoticon-picker.tsx',
  'features/watch/components/private-gate.tsx',
  'features/watch/gift/gift-dialog.tsx',
  'ui/forms/filter-input.tsx',
]

test('what is typed in a form is a draft, which survives a reload', () => {
  const sources = globSync('{app,features,ui}/**/*.tsx', { cwd: root })
  const others = sources.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const states = [...source.matchAll(/const \[(\w+), \w+\] = useState/g)].map(([, name = '']) => name)
    const inputs = [
      ...source.matchAll(
        /<(?:TextInput|Textarea|NumberInput|PasswordInput|CurrentPassword|TagsInput|JsonInput)\b[^]*?\/>/g,
      ),
    ]
    return inputs.some(([input]) => states.some((name) => input.includes(`value={${name}}`)))
  })
  assert.deepEqual(others.sort(), typedOnce)
})
