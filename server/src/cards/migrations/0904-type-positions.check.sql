select pg_temp.has('column', 'card_type.position');
select pg_temp.has_not('column', 'card_type.place');
