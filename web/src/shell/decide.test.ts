import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'

const request = { line: null, path: '/x', area: 'cardholder', isAllowed: undefined } as const

describe('a signed-out person', () => {
  const person = { ...request, area: 'signed-out' } as const
  it('finds the login at the root', () => {
    expect(decide({ ...person, path: '/' })).toEqual({ show: 'login', becauseOfLink: false })
  })
  it('finds the login instead of a page that needs a session', () => {
    for (const area of ['cardholder', 'admin', 'enrolment'] as const) {
      const line = { area }
      expect(decide({ ...person, line, path: '/cards' })).toEqual({ show: 'login', becauseOfLink: true })
    }
  })
  it('finds the login at every address of admins, whose pages are not known yet', () => {
    for (const path of ['/admin', '/admin/kyc', '/admin/nowhere'])
      expect(decide({ ...person, path }), path).toEqual({ show: 'login', becauseOfLink: true })
    expect(decide({ ...person, path: '/administration' })).toEqual({
      show: 'not-found',
      reason: 'signed-out',
    })
  })
  it('sees pages for everyone and for signed-out people', () => {
    expect(decide({ ...person, line: { area: 'everyone' } })).toEqual({ show: 'page' })
    expect(decide({ ...person, line: { area: 'signed-out' } })).toEqual({ show: 'page' })
  })
  it('is told about the missing session at an unknown address', () => {
    expect(decide(person)).toEqual({ show: 'not-found', reason: 'signed-out' })
  })
})

describe('a person who has to accept the terms', () => {
  const person = { ...request, area: 'terms' } as const
  it('finds them at every address but the pages for everyone', () => {
    for (const line of [null, { area: 'cardholder' }, { area: 'admin', tag: 'kyc.view' }] as const) {
      expect(decide({ ...person, line })).toEqual({ show: 'terms' })
    }
    expect(decide({ ...person, line: { area: 'everyone' } })).toEqual({ show: 'page' })
  })
})

describe('a person who has to enrol a passkey', () => {
  const person = { ...request, area: 'enrolment' } as const
  it('finds only the enrolment and the pages for everyone', () => {
    expect(decide({ ...person, line: { area: 'enrolment' } })).toEqual({ show: 'page' })
    expect(decide({ ...person, line: { area: 'everyone' } })).toEqual({ show: 'page' })
    expect(decide({ ...person, line: { area: 'cardholder' } })).toEqual({
      show: 'elsewhere',
      to: '/enrol-passkey',
    })
    expect(decide(person)).toEqual({ show: 'elsewhere', to: '/enrol-passkey' })
  })
})

describe('a cardholder', () => {
  it('sees cardholder pages, and is told about the missing permission at admin pages', () => {
    expect(decide({ ...request, line: { area: 'cardholder' } })).toEqual({ show: 'page' })
    expect(decide({ ...request, line: { area: 'admin' } })).toEqual({
      show: 'not-found',
      reason: 'no-permission',
    })
  })
  it('has no permission at paths of admins and sellers, whether their pages are built or not', () => {
    const refused = { show: 'not-found', reason: 'no-permission' }
    const paths = ['/admin/users', '/admin/users/7', '/clients', '/clients/new', '/codes']
    for (const path of paths) expect(decide({ ...request, path }), path).toEqual(refused)
    expect(decide({ ...request, area: 'admin', path: '/clients' })).toEqual(refused)
    const gone = { show: 'not-found', reason: 'gone' }
    expect(decide({ ...request, isSeller: true, path: '/clients' })).toEqual(gone)
    expect(decide({ ...request, path: '/administration' })).toEqual(gone)
    expect(decide({ ...request, path: '/earnings/7' })).toEqual(gone)
    expect(decide({ ...request, area: 'admin', path: '/earnings/7' })).toEqual(refused)
    expect(decide({ ...request, area: 'admin', path: '/admin/nowhere' })).toEqual(gone)
  })
  it('is told that an unknown address is gone, and is sent home from the login', () => {
    expect(decide(request)).toEqual({ show: 'not-found', reason: 'gone' })
    expect(decide({ ...request, line: { area: 'signed-out' } })).toEqual({ show: 'elsewhere', to: '/' })
  })
})

describe('an admin', () => {
  const person = { ...request, area: 'admin' } as const
  const line = { area: 'admin', tag: 'users.view' } as const
  it('is sent from the root to the admin home', () => {
    expect(decide({ ...person, line: { area: 'cardholder' }, path: '/' })).toEqual({
      show: 'elsewhere',
      to: '/admin',
    })
  })
  it('needs the tag of a page, and waits while the permissions are loaded', () => {
    expect(decide({ ...person, line })).toEqual({ show: 'waiting' })
    expect(decide({ ...person, line, isAllowed: true })).toEqual({ show: 'page' })
    expect(decide({ ...person, line, isAllowed: false })).toEqual({
      show: 'not-found',
      reason: 'no-permission',
    })
  })
  it('needs no tag for a page that has none', () => {
    expect(decide({ ...person, line: { area: 'admin' } })).toEqual({ show: 'page' })
  })
})
