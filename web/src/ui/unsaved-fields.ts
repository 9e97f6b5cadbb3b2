import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

/** Passwords and one-time codes are never saved, so they do not count as unsaved. */
const secret = /password|one-time-code/
const isSecret = (field: Element) => secret.test(field.getAttribute('autocomplete') ?? '')

/** An empty field has different values in an input, a choice and a checkbox. */
const valueText = (value: unknown): string =>
  value === undefined || value === null || value === '' || value === false ? '' : JSON.stringify(value)

/**
 * Tracks the unsaved input of a form. A form counts when it has at least two fields, or one long text field;
 * passwords and codes do not count (docs/ux.md §2).
 */
export const unsavedFields = <V extends FieldValues>(library: Pick<UseFormReturn<V>, 'getValues'>) => {
  let saved = structuredClone(library.getValues())
  const shown = new Map<Element, FieldPath<V>>()
  return {
    /** Registers a field's element. The field counts as long as the element is on the page. */
    follow: (name: FieldPath<V>, element: Element | null) => {
      if (element !== null) shown.set(element, name)
    },
    /** Sets the values that count as saved. */
    save: (values: V) => {
      saved = structuredClone(values)
    },
    saved: () => saved,
    isWithin: (part: Node): boolean => {
      const counted = [...shown].filter(([field]) => part.contains(field) && !isSecret(field))
      const isSmall = new Set(counted.map(([, name]) => name)).size < 2
      if (isSmall && !counted.some(([field]) => field.tagName === 'TEXTAREA')) return false
      const typed = library.getValues()
      // Lists of rows are compared as a whole, because a removed row has no field any more.
      const roots = counted.map(([, name]) => name.split('.')[0] ?? name)
      return roots.some((name) => valueText(get(typed, name)) !== valueText(get(saved, name)))
    },
  }
}
