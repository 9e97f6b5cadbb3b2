import { legalTexts, type LegalText } from '@cardamom/contract/terms'
import { getTermsVersion, listTermsVersions, publishTerms } from '@cardamom/contract/terms/terms-versions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
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
type TypedText = { readonly title: string; readonly body: string }
type TypedTexts = Readonly<Record<LegalText, TypedText>>
type Values = { readonly from: string } & Readonly<Record<Language, TypedTexts>>

const languages: readonly Language[] = ['en', 'es']

const schema = async () => (await import('./terms-rules.ts')).TypedTerms

const typedOf = ({ en, es }: Version): Values => {
  const each = (page: Version['en']['terms']) => ({ title: page.title, body: typedSections(page) })
  const both = (of: Version['en']) => ({ terms: each(of.terms), privacy: each(of.privacy) })
  return { from: '', en: both(en), es: both(es) }
}

const textsOf = ({ terms, privacy }: TypedTexts) => ({
  terms: pageOf(terms.title, terms.body),
  privacy: pageOf(privacy.title, privacy.body),
})

const Editor = ({ base }: { base: Version }) => {
  const t = useText('termsVersions')
  const go = useGo()
  const start = typedOf(base)
  const form = useContractForm<Values>({ schema, defaultValues: start, confirmsLeaving: false })
  const typed = form.watch()
  const discard = useGuardedTexts(JSON.stringify(typed) !== JSON.stringify(start))
  const publish = useAction(publishTerms, { errors: 'none', changes: [listTermsVersions] })
  const texts = { en: textsOf(typed.en), es: textsOf(typed.es) }
  const send = async ({ from, en, es }: Values) => {
    const input = { basedOn: base.version, from, en: textsOf(en), es: textsOf(es) }
    const { version } = await publish.mutateAsync({ input })
    discard()
    toastSuccess(t('form.published', { version: String(version) }))
    go('/admin/settings/terms', { replace: true })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.send(send)}>
      <p className="text-mute">{t('form.lead', { version: String(base.version) })}</p>
      <Panel>
        <TextField
          type="date"
          isShort
          label={t('form.from')}
          hint={t('form.fromHint')}
          {...form.field('from')}
        />
      </Panel>
      <div className={sideBySide}>
        {legalTexts.flatMap((text) =>
          languages.map((lang) => {
            const heading = `${t(`text.${text}`)} (${t(`language.${lang}`)})`
            return (
              <Panel key={`${lang}.${text}`} title={heading}>
                <div className="flex flex-col gap-5">
                  <TextField
                    label={`${t('form.titleOf')}: ${heading}`}
                    {...form.field(`${lang}.${text}.title`)}
                  />
                  <TextArea
                    label={`${t('form.body')}: ${heading}`}
                    rows={16}
                    lang={lang}
                    {...form.field(`${lang}.${text}.body`)}
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
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
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
