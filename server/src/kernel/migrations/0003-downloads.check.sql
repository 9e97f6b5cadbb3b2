select pg_temp.has('table', 'download');
select pg_temp.has('index', 'download_by_expiry');
select pg_temp.has('wall', 'download');
select pg_temp.has('policy', 'download.tenant');
select pg_temp.has('rule', 'download.download_lang_check');
