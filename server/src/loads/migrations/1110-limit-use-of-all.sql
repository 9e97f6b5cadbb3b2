-- Whoever has a load has the row that its limits are guarded by; loads from before that row get theirs here.
insert into load_limit_use (id, company_id, user_id)
select distinct on (user_id) user_id, company_id, user_id from load order by user_id, id desc
on conflict (id) do nothing;
