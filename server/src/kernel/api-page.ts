import type { Endpoint } from '@cardamom/contract/endpoint'
import { z } from 'zod'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Property = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  description?: string
  items?: Property
  anyOf?: Property[]
  $ref?: string
  const?: unknown
}

const kindOf = (property: Property): string => {
  if (property.enum) return property.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (property.const !== undefined) return JSON.stringify(property.const)
  if (property.anyOf) return property.anyOf.map(kindOf).join(' | ')
  if (property.items) return `${kindOf(property.items)}[]`
  return [property.type ?? 'object', property.format].flat().filter(Boolean).join(' ')
}

const rowsOf = (schema: z.ZodType): string => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  return Object.entries(json.properties ?? {})
    .map(([name, property]) => {
      const need = json.required?.includes(name) ? '' : ' <span class="opt">optional</span>'
      return `<tr><td><code>${escape(name)}</code>${need}</td><td>${escape(kindOf(property))}</td><td>${escape(property.description ?? '')}</td></tr>`
    })
    .join('')
}

const table = (title: string, schema: z.ZodType | undefined): string => {
  const rows = schema ? rowsOf(schema) : ''
  return rows ? `<h4>${title}</h4><div class="wide"><table>${rows}</table></div>` : ''
}

const callOf = (declared: Endpoint): string => {
  const refusals = Object.entries(declared.refusals)
  const list = refusals.map(([code, status]) => `<li><code>${escape(code)}</code> ${status}</li>`).join('')
  return `<article id="${declared.method}-${escape(declared.path)}"><h3><b>${declared.method}</b> <code>/api${escape(declared.path)}</code></h3>
<p>${escape(declared.summary)}</p><p class="facts">${escape([declared.who, declared.alsoTag ?? []].flat().join(' and '))}${declared.stepUp ? `, step-up ${declared.stepUp}${declared.stepUpWhen ? ` when ${escape(declared.stepUpWhen)}` : ''}` : ''}${declared.idempotent ? ', Idempotency-Key' : ''}</p>
${table('Path', declared.params)}${table(declared.method === 'GET' ? 'Query' : 'Body', declared.input)}${table('Answer', declared.output)}
${list ? `<h4>Refusals</h4><ul>${list}</ul>` : ''}</article>`
}

/** The API as an HTML page: every call with its input, its output and its refusals. */
export const apiPage = (calls: readonly Endpoint[]): string => {
  const groups = Map.groupBy(calls, ({ path }) => path.split('/')[1] ?? '')
  const sections = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  const links = sections.map(([name]) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')
  const body = sections.map(
    ([name, list]) =>
      `<section id="${escape(name)}"><h2>${escape(name)}</h2>${list.map(callOf).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Cardamom</title><link rel="stylesheet" href="/api/docs.css"></head><body><nav aria-label="Groups">${links}</nav><main><h1>API</h1>
<p>Base <code>/api</code>. Bearer token and session cookie together. Success is <code>{success, data}</code>, a refusal <code>{success: false, code, message, requestId}</code>.
Money is a decimal string, an instant RFC 3339 UTC. <a href="/api/openapi.json">OpenAPI 3.1</a></p>${body.join('')}</main></body></html>`
}

export const apiPageStyle = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,sans-serif;background:#f7f8f6;color:#17211c;display:grid;grid-template-columns:200px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;display:flex;flex-direction:column;gap:6px}
main{padding:24px;max-width:900px}a{color:#17643f}nav a{text-decoration:none;padding:4px 8px;border-radius:8px}nav a:hover{background:#e0f5e8}
article{background:#fff;border:1px solid #dfe3df;border-radius:16px;padding:16px 20px;margin:0 0 16px}h3{margin:0;font-size:16px;overflow-wrap:anywhere}h4{margin:12px 0 4px;font-size:13px}
table{border-collapse:collapse;width:100%;font-size:13px}td{border-top:1px solid #e8ebe8;padding:6px 8px 6px 0;vertical-align:top}.wide{overflow-x:auto}.facts,.opt{color:#5a655f;font-size:13px}ul{margin:0;padding-left:18px;font-size:13px}
@media(max-width:700px){body{display:block}nav{position:static;height:auto;flex-direction:row;flex-wrap:wrap}}
@media(prefers-color-scheme:dark){body{background:#111614;color:#eef1ee}article{background:#1a201d;border-color:#343b37}td{border-color:#2b322e}a{color:#8fdcb0}.facts,.opt{color:#a4aea8}nav a:hover{background:#1f3328}}
`
