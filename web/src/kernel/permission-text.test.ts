import { catalogues } from '@cardamom/contract/messages/catalogues'
import { permissionTags } from '@cardamom/contract/permission-tags'
import { expect, test } from 'vitest'
import { moduleOf, textKeyOf } from './permission-text.ts'

const tags = permissionTags.map(({ tag }) => tag)

test.each(['en', 'es'] as const)('every tag and every module has one name in %s', (locale) => {
  const { tag: ofTags, module: ofModules } = catalogues[locale].permissions
  expect(tags.length).toBe(99)
  expect(Object.keys(ofTags).toSorted()).toEqual(tags.map(textKeyOf).toSorted())
  expect(Object.keys(ofModules).toSorted()).toEqual(
    [...new Set(tags.map(moduleOf).map(textKeyOf))].toSorted(),
  )
  const names = Object.values(ofTags)
  expect(names.filter((name, at) => name.trim() === '' || names.indexOf(name) !== at)).toEqual([])
})

test('a key is the tag in camelCase', () => {
  expect(textKeyOf('users.view_pii')).toBe('usersViewPii')
  expect(textKeyOf('webhooks.secret.reveal_rotate')).toBe('webhooksSecretRevealRotate')
})
