select pg_temp.has('column', 'screening_check.checked wallet_check.checked');
select pg_temp.has_not('column', 'screening_check.looked wallet_check.looked');
