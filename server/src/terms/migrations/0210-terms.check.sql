select pg_temp.has('table', 'terms_acceptance terms_edition terms_text');
select pg_temp.has('wall', 'terms_acceptance');
select pg_temp.has('policy', 'terms_acceptance.tenant');
select pg_temp.has('rule', 'terms_acceptance.terms_acceptance_company_id_fkey
  terms_acceptance.terms_acceptance_lang_check
  terms_acceptance.terms_acceptance_version_fkey terms_text.terms_text_kind_check
  terms_text.terms_text_lang_check terms_text.terms_text_version_fkey');
do $$ begin
  assert not exists (select from terms_edition e where not exists (select from terms_text t where t.version = e.version)), 'an edition of the terms has no text';
end $$;
