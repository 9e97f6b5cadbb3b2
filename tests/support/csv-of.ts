import type { TestBrowser } from './test-browser.ts'

/** The lines of the CSV of a list that needs no step-up, without the mark at its beginning. */
export const csvOf = async (
  browser: TestBrowser,
  path: string,
  { query = {}, lang = 'en' }: { query?: object; lang?: 'en' | 'es' } = {},
): Promise<string[]> => {
  const made = await browser.post<{ url: string }>(`${path}/export`, query, { headers: { lang } })
  if (made.status !== 201) throw new Error(made.text)
  const { text } = await browser.get(made.body.data.url.replace('/api', ''))
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}
