select pg_temp.has('column', 'card_call.note');
select pg_temp.has('column', 'card.block_note');
