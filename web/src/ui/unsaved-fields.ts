import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

/** Passwords and one-time codes: nobody misses them. */
const secret = /password|one-time-code/
const isSecret = (field: Element) => secret.test(field.getAttribute('autocomplete') ?? '')

/** An empty field has several values: of an input, of a choice, of a checkbox. */
const valueText = (value: unknown): string =>
  value === undefined || value === null || value === '' || value === false ? '' : JSON.stringify(value)

/**
 * What of a form is typed and not saved. A form counts from two fields on, or one of long text; passwords and codes do
 * not count (docs/ux.md §2).
 */
export const unsavedFields = <V extends FieldValues>(library: Pick<UseFormReturn<V>, 'getValues'>) => {
  let saved = structuredClone(library.getValues())
  const shown = new Map<Element, FieldPath<V>>()
  return {
    /** The field's element. It counts as long as it stands on the page. */
    follow: (name: FieldPath<V>, element: Element | null) => {
      if (element !== null) shown.set(element, name)
    },
    /** What counts as saved from now on. */
    save: (values: V) => {
      saved = structuredClone(values)
    },
    saved: () => saved,
    isWithin: (part: Node): boolean => {
      const counted = [...shown].filter(([field]) => part.contains(field) && !isSecret(field))
      const isSmall = new Set(counted.map(([, name]) => name)).size < 2
      if (isSmall && !counted.some(([field]) => field.tagName === 'TEXTAREA')) return false
      const typed = library.getValues()
      // A list of rows is compared whole: a removed row has no field.
      const roots = counted.map(([, name]) => name.split('.')[0] ?? name)
      return roots.some((name) => valueText(get(typed, name)) !== valueText(get(saved, name)))
    },
  }
}
