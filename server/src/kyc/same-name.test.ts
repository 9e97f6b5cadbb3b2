import { describe, expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

const name = (firstName: string | null, lastName: string | null) => ({ firstName, lastName })
const lucia = name('Lucía', 'Ferrer')

describe('names match', () => {
  it.each([
    ['case and accents', lucia, name('LUCIA', 'FERRER')],
    ['a middle name on the document', lucia, name('LUCIA MARIA', 'FERRER GOMEZ')],
    ['a second surname that the document leaves out', name('Mateo', 'Quispe Rojas'), name('MATEO', 'QUISPE')],
    ['emoji and signs around', name('✨Lucía✨', 'Ferrer 🦄'), name('Lucia', 'Ferrer')],
    ['a decomposed accent', name('Luci\u0301a', 'Ferrer'), lucia],
    ['a hyphen for a space', name('Jean-Luc', 'Dupont'), name('JEAN LUC', 'DUPONT')],
    ['an apostrophe', name('Sean', 'O’Brien'), name('SEAN', 'OBRIEN')],
    ['ü written as ue', name('Jürgen', 'Müller'), name('JUERGEN', 'MUELLER')],
    ['ü written as u', name('Jürgen', 'Müller'), name('JURGEN', 'MULLER')],
    ['ß, ø, ł', name('Łukasz', 'Strauß Bjørk'), name('LUKASZ', 'STRAUSS BJOERK')],
    ['a Turkish i', name('İpek', 'Yılmaz'), name('IPEK', 'YILMAZ')],
    ['another order', name('Ana María', 'Ruiz'), name('MARIA ANA', 'RUIZ')],
  ])('despite %s', (_what, entered, read) => {
    expect(isSameName(entered, read)).toBe(true)
    expect(isSameName(read, entered)).toBe(true)
  })

  it.each([
    ['another first name', lucia, name('CARMEN', 'FERRER')],
    ['another last name', lucia, name('LUCIA', 'GOMEZ')],
    ['a sibling with a part in common', name('María José', 'Ruiz'), name('MARIA LUISA', 'RUIZ')],
    ['nothing that is a letter', name('🦄', '✨'), name('🦄', '✨')],
    ['an unknown name', lucia, name(null, null)],
    ['only the start of a name', lucia, name('LU', 'FERRER')],
  ])('but not %s', (_what, entered, read) => {
    expect(isSameName(entered, read)).toBe(false)
    expect(isSameName(read, entered)).toBe(false)
  })
})
