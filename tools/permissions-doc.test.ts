import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { permissionTags } from '../contract/src/permission-tags.ts'
import { permissionsPage, renderPermissions } from './permissions-doc.ts'

it('docs/permissions.md matches the contract (else: node tools/permissions-doc.ts)', () => {
  expect(readFileSync(permissionsPage, 'utf8')).toBe(renderPermissions())
})

it('names every tag once', () => {
  const page = renderPermissions()
  for (const { tag } of permissionTags) expect(page.split(`| \`${tag}\` |`), tag).toHaveLength(2)
})
