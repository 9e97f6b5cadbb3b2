select pg_temp.has('table', 'note');
select pg_temp.has('index', 'note_by_entity note_by_company note_by_author note_pinned note_by_mention');
select pg_temp.has('wall', 'note');
select pg_temp.has('policy', 'note.tenant');
