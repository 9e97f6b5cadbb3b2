import { legalTexts, type LegalText } from '@cardamom/contract/terms'
import { getTermsVersion, listTermsVersions, publishTerms } from '@cardamom/contract/terms/terms-versions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ActionBar } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { sideBySide, TermsChanges } from './terms-changes.tsx'
import { pageOf, typedSections } from './terms-text.ts'

preloadText('fields')

type Version = WireOf<typeof getTermsVersion>
type Language = 'en' | 'es'
type TypedTexts = Readonly<
  Record<`${Language}.${LegalText}`, { readonly title: string; readonly body: string }>
>

const languages: readonly Language[] = ['en', 'es']

const typedOf = ({ en, es }: Version): TypedTexts => {
  const each = (page: Version['en']['terms']) => ({ title: page.title, body: typedSections(page) })
  return {
    'en.terms': each(en.terms),
    'en.privacy': each(en.privacy),
    'es.terms': each(es.terms),
    'es.privacy': each(es.privacy),
  }
}

const textsOf = (typed: TypedTexts, lang: Language) => {
  const page = (text: LegalText) => pageOf(typed[`${lang}.${text}`].title, typed[`${lang}.${text}`].body)
  return { terms: page('terms'), privacy: page('privacy') }
}

const Editor = ({ base }: { base: Version }) => {
  const t = useText('termsVersions')
  const go = useGo()
  const [typed, setTyped] = useState(() => typedOf(base))
  const [from, setFrom] = useState('')
  const [start] = useState(typed)
  const discard = useGuardedTexts(from !== '' || typed !== start)
  const publish = useAction(publishTerms, {
    errors: 'none',
    changes: [listTermsVersions],
    onDone: ({ version }) => {
      discard()
      toastSuccess(t('form.published', { version: String(version) }))
      go('/admin/settings/terms', { replace: true })
    },
  })
  const texts = { en: textsOf(typed, 'en'), es: textsOf(typed, 'es') }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        publish.mutate({ input: { basedOn: base.version, from, ...texts } })
      }}
    >
      <p className="text-mute">{t('form.lead', { version: String(base.version) })}</p>
      <Panel>
        <TextField
          type="date"
          isShort
          label={t('form.from')}
          hint={t('form.fromHint')}
          error={publish.error?.errors['from']?.join(' ')}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Panel>
      <div className={sideBySide}>
        {legalTexts.flatMap((text) =>
          languages.map((lang) => {
            const name = `${lang}.${text}` as const
            const change = (part: { title?: string; body?: string }) =>
              setTyped({ ...typed, [name]: { ...typed[name], ...part } })
            const textName = t(`text.${text}`)
            const heading = `${textName} (${t(`language.${lang}`)})`
            return (
              <Panel key={name} title={heading}>
                <div className="flex flex-col gap-5">
                  <TextField
                    label={`${t('form.titleOf')}: ${heading}`}
                    value={typed[name].title}
                    onChange={(event) => change({ title: event.target.value })}
                  />
                  <TextArea
                    label={`${t('form.body')}: ${heading}`}
                    rows={16}
                    lang={lang}
                    value={typed[name].body}
                    onChange={(event) => change({ body: event.target.value })}
                  />
                </div>
              </Panel>
            )
          }),
        )}
      </div>
      <h2 className="text-lg font-semibold">{t('form.preview')}</h2>
      <TermsChanges before={base} after={texts} />
      {publish.error && (
        <NoteBox tone="bad" role="alert" title={sentenceOf(publish.error)}>
          {Object.values(publish.error.errors).flat().join(' ')}
        </NoteBox>
      )}
      <ActionBar>
        <Button type="submit" variant="primary" busy={publish.isPending}>
          {t('form.publish')}
        </Button>
      </ActionBar>
    </form>
  )
}

const WithNewest = ({ version }: { version: number }) => {
  const t = useText('termsVersions')
  const base = useCall(getTermsVersion, { params: { version: String(version) } }, { staleMs: Infinity })
  return (
    <Loaded reads={{ base }} waiting={<SkeletonRows rows={8} />} failed={t('failed')}>
      {(found) => <Editor key={found.base.version} base={found.base} />}
    </Loaded>
  )
}

/** A new version of the terms and the privacy notice, from the newest one: `/admin/settings/terms/new`. */
export const NewTermsPage = () => {
  const t = useText('termsVersions')
  const versions = useCall(listTermsVersions, {})
  return (
    <>
      <PageHeader title={t('form.title')} />
      <Loaded reads={{ versions }} waiting={<SkeletonRows rows={8} />} failed={t('failed')}>
        {(found) => <WithNewest version={found.versions.items[0]?.version ?? 1} />}
      </Loaded>
    </>
  )
}
