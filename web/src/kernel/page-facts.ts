let facts: Readonly<Record<string, unknown>> | null = null

const read = (): Readonly<Record<string, unknown>> => {
  const text = document.getElementById('facts')?.textContent
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/** Data that the server wrote into the page for its first paint, by name; undefined where it wrote none. */
export const pageFact = (name: 'branding' | 'config' | 'texts' | 'reads'): unknown => (facts ??= read())[name]
