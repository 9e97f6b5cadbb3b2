select pg_temp.has('column', 'terms_edition.published_at terms_edition.published_by terms_acceptance.id');
select pg_temp.has('unique', 'terms_acceptance_by_id');
select pg_temp.has('index', 'terms_acceptance_by_company terms_acceptance_by_time terms_acceptance_by_version
  terms_acceptance_all_by_version');
select pg_temp.has('history', 'terms_acceptance terms_edition terms_text');
